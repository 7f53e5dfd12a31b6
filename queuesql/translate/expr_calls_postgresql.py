"""x"""
SPECIAL = {}
