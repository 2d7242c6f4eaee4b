"""Players at a table: the protocol, and those that ship."""

from nimmt.agents.drafters import (
    DRAFTERS,
    DenyDrafter,
    Drafter,
    Drafting,
    EngineDrafter,
    GapDrafter,
    HighestDrafter,
    LowestDrafter,
    MiddleDrafter,
    RandomDrafter,
    WorthDrafter,
    drafter_named,
)
from nimmt.agents.instant import InstantPolicy
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
from nimmt.agents.strong import StrongPolicy

__all__ = [
    "DRAFTERS",
    "POLICIES",
    "CheapestPolicy",
    "DenyDrafter",
    "Drafter",
    "Drafting",
    "EngineDrafter",
    "GapDrafter",
    "HighestDrafter",
    "HighestPolicy",
    "InstantPolicy",
    "LowestDrafter",
    "LowestPolicy",
    "MiddleDrafter",
    "MonteCarloPolicy",
    "NearestPolicy",
    "Policy",
    "RandomDrafter",
    "RandomPolicy",
    "RiskPolicy",
    "StrongPolicy",
    "WorthDrafter",
    "choose_action",
    "drafter_named",
    "move_on",
    "play_match",
    "policy_named",
]
