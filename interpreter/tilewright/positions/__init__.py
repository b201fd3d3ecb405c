"""What a position is for others: its numbers under the names of its game."""
