"""From files to checked, plain data."""
