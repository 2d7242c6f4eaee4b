"""One module for each question that a player asks."""
