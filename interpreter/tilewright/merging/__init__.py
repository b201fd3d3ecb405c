"""The data of a game with the changes of all packs on it."""
