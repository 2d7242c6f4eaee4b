"""The reference implementation of 6 nimmt!, written from the rules alone.

It is the oracle that the fast implementation is tested against, so it prefers being obviously
right to being fast, and it shares no code with the library. Nothing in it mutates an argument.

Conventions: cards are positive integers, a row is a sequence of cards from left to right, rows
and seats are numbered from 0, and hands are indexed by seat.
"""

from .cards import bull_heads, total_bull_heads
from .drafts import draft, tactical_cards
from .enumeration import Outcome, deals, expected_choices, expected_values
from .match import match_over, ranks, winners
from .one_turn import OneTurn, one_turn
from .placement import (
    CAPACITY,
    Chooser,
    Rows,
    cheapest,
    cheapest_lowest_end,
    cost,
    is_free_choice,
    options,
    place,
)
from .tree import perft
from .turns import play_round, turn

__all__ = [
    "CAPACITY",
    "Chooser",
    "OneTurn",
    "Outcome",
    "Rows",
    "bull_heads",
    "cheapest",
    "cheapest_lowest_end",
    "cost",
    "deals",
    "draft",
    "expected_choices",
    "expected_values",
    "is_free_choice",
    "match_over",
    "one_turn",
    "options",
    "perft",
    "place",
    "play_round",
    "ranks",
    "tactical_cards",
    "total_bull_heads",
    "turn",
    "winners",
]
