"""x"""
STEPS = {}
