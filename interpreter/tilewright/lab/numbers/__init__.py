"""Honest statistics for series of games: they stay true however often somebody looks."""
