"""Players at a table: the protocol, and those that ship."""

from nimmt.agents.montecarlo import MonteCarloPolicy
from nimmt.agents.policy import Policy, choose_action, play_match
from nimmt.agents.registry import POLICIES, policy_named
from nimmt.agents.simple import LowestPolicy, RandomPolicy

__all__ = [
    "POLICIES",
    "LowestPolicy",
    "MonteCarloPolicy",
    "Policy",
    "RandomPolicy",
    "choose_action",
    "play_match",
    "policy_named",
]
