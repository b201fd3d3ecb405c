"""Texts: templates, numbers and lists of each language, and the sentences of tiles."""
