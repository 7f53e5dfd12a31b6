"""The functions of the PostgreSQL dialect and how GoogleSQL writes them; `functions.py` explains the lines."""

from __future__ import annotations

POSTGRESQL = """
"""
