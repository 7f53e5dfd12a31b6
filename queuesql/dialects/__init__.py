"""The dialects of Spanner: names, literals, types and functions, and the plugins for sqlglot."""
