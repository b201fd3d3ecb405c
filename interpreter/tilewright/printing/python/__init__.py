"""Python from the middle language."""
