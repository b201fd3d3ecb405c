"""The lab: many games, honest figures, and what to make of them."""
