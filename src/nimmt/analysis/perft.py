"""Perft: a count of everything that can happen, to test engines against each other."""

from __future__ import annotations

from dataclasses import dataclass

from nimmt._numbers import checked_integer
from nimmt.errors import IllegalActionError
from nimmt.position import Position
from nimmt_core import _perft

__all__ = ["Perft", "perft"]


@dataclass(frozen=True, slots=True)
class Perft:
    """A count of everything that can happen.

    Attributes
    ----------
    leaves : int
        Different sequences of joint plays and choices.
    choices : int
        Points on the way where a card's owner had two rows or more to choose from.
    checksum : int
        Over all leaves and seats, (seat + 1) times the bull heads taken, modulo 2**64.
    """

    leaves: int
    choices: int
    checksum: int


def perft(position: Position, depth: int) -> Perft:
    """Count the joint plays and the choices of rows, to a depth.

    Parameters
    ----------
    position : Position
        Where to begin; between two turns.
    depth : int
        Turns to play; less if the hands are empty before.

    Returns
    -------
    Perft

    Raises
    ------
    LimitError
        If the depth is not an integer of 0 or more.
    IllegalActionError
        If a choice of rows is due.

    Examples
    --------
    >>> from nimmt.rules import Rules
    >>> position = Position([[4], [13], [40], [77]], [[1, 14], [20, 99]], Rules(players=2))
    >>> perft(position, 2)
    Perft(leaves=16, choices=4, checksum=50)
    """
    turns = checked_integer(depth, "depth", 0)
    if position.pending:
        raise IllegalActionError(f"seat {position.to_choose} has a row to choose first")
    rules = position.rules
    counts = _perft.perft(
        position.rows,
        position.hands,
        min(turns, position.hand_size),
        rules.row_capacity,
        rules.professional,
    )
    return Perft(*counts)
