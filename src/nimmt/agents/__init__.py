"""Players at a table: the protocol, and those that ship."""

from nimmt.agents.montecarlo import MonteCarloPolicy
from nimmt.agents.policy import Policy, choose_action, play_match
from nimmt.agents.simple import LowestPolicy, RandomPolicy

__all__ = [
    "LowestPolicy",
    "MonteCarloPolicy",
    "Policy",
    "RandomPolicy",
    "choose_action",
    "play_match",
]
