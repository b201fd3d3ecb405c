"""Experiments: files that say what is asked of a game, so that it can be asked again."""
