"""From a linked game to Python code that plays it."""
