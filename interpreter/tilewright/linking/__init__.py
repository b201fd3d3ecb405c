"""From checked YAML to a linked game: every name means something, every expression has a type."""
