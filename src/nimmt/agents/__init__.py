"""Players at a table: the protocol, and those that ship."""

from nimmt.agents.montecarlo import MonteCarloPolicy
from nimmt.agents.policy import Policy, choose_action, move_on, play_match
from nimmt.agents.registry import POLICIES, policy_named
from nimmt.agents.risk import RiskPolicy
from nimmt.agents.simple import (
    CheapestPolicy,
    HighestPolicy,
    LowestPolicy,
    NearestPolicy,
    RandomPolicy,
)

__all__ = [
    "POLICIES",
    "CheapestPolicy",
    "HighestPolicy",
    "LowestPolicy",
    "MonteCarloPolicy",
    "NearestPolicy",
    "Policy",
    "RandomPolicy",
    "RiskPolicy",
    "choose_action",
    "move_on",
    "play_match",
    "policy_named",
]
