"""Players of Rummikub: the protocol, and those that ship."""

from nimmt.rummikub.agents.policy import Policy, play_game, take_turn
from nimmt.rummikub.agents.registry import POLICIES, policy_named
from nimmt.rummikub.agents.sampling import SamplingPolicy
from nimmt.rummikub.agents.simple import GreedyPolicy, HoldBackPolicy, RandomPolicy

__all__ = [
    "POLICIES",
    "GreedyPolicy",
    "HoldBackPolicy",
    "Policy",
    "RandomPolicy",
    "SamplingPolicy",
    "play_game",
    "policy_named",
    "take_turn",
]
