"""Where packs live, what is in them, and in which order they come."""
