"""Packs of an older language made to be of today."""
