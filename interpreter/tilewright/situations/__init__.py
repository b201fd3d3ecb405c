"""Situations: given this, do that, expect this, in the words of a game."""
