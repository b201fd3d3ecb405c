"""What a series of games says, as plain data."""
