"""Rummikub: tiles, sets, positions, plays and games by every option of the rules."""
