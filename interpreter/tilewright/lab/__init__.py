"""The lab: games by the hundred, and what can honestly be said of them."""
