"""A compiled game at play: states, views, records, bots."""
