"""How the policy network is trained; ``python -m nimmt.training --help``."""
