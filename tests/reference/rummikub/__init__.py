"""Rummikub in the plainest Python, from the rules alone."""
