"""Reads, lints and translates Google Cloud Spanner queue SQL in both dialects."""

__version__ = "0.1.0"
