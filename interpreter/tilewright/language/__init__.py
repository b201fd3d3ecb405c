"""The rule language: types, expressions, functions and effects, each word declared once."""
