"""What happened: a move as events by name, for whoever watches."""
