"""What ``recommend`` answers: candidates, what they leave, what the others could do then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nimmt.analysis.wording import counted, percent
from nimmt.limits import Limit
from nimmt.rummikub.notation import position_to_dict
from nimmt.rummikub.position import InformationSet
from nimmt.rummikub.scoring import rack_points
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.solution import Solution
from nimmt.rummikub.tiles import Tile, named

__all__ = ["Candidate", "Outlook", "Recommendation"]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat could do in its next turn, over sampled racks.

    Attributes
    ----------
    seat : int
        The seat.
    lays, lays_error : float
        Chance that it can lay something, and the standard error.
    tiles, tiles_error : float
        Tiles that it lays in the mean, and the standard error.
    out, out_error : float
        Chance that it goes out, and the standard error.
    """

    seat: int
    lays: float
    lays_error: float
    tiles: float
    tiles_error: float
    out: float
    out_error: float

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True)
class Candidate:
    """A play, or to draw.

    Attributes
    ----------
    aims : tuple of str
        What the play is the best by; empty for drawing.
    play : Solution or None
        The play; None is to draw, or to pass where the pool is empty.
    view : InformationSet
        What was known.
    stays : tuple of Tile
        The tiles that stay on the rack, ascending, without the one that is drawn.
    score, std_error : float
        Estimate of what the round would score if it ended after the own next turn, and the
        standard error.
    difference, difference_error : float
        That less the best candidate's, and the standard error, paired by deal.
    outlooks : tuple of Outlook
        What the seats could do next, in the order of their turns, the own seat last.
    """

    aims: tuple[str, ...]
    play: Solution | None
    view: InformationSet
    stays: tuple[Tile, ...]
    score: float
    std_error: float
    difference: float
    difference_error: float
    outlooks: tuple[Outlook, ...]

    @property
    def action(self) -> str:
        """What is done, in words."""
        if self.play is None:
            return "draw" if self.view.pool_size else "pass"
        return f"lay {named(self.play.laid)}"

    @property
    def table_if_played(self) -> tuple[TileSet, ...] | None:
        """The table after the play; None if nothing is laid."""
        return None if self.play is None else self.play.table

    @property
    def stays_points(self) -> int:
        """What the tiles that stay would cost at the end."""
        return rack_points(self.stays, self.view.rules)

    @property
    def why(self) -> str:
        """What speaks for and against it, in words; chances are estimates."""
        return " ".join(self._reasons())

    def _reasons(self) -> Iterator[str]:
        if not self.stays:
            yield "Goes out."
            return
        stay = f"{counted(len(self.stays), 'tile')} of {self.stays_points} points"
        drawn = " and what is drawn" if self.play is None and self.view.pool_size else ""
        yield f"On the rack: {stay}{drawn}."
        if Tile.J in self.stays:
            yield f"{counted(self.stays.count(Tile.J), 'joker')} kept."
        *others, own = self.outlooks
        lays = sum(one.tiles for one in others)
        who = "The other seat lays" if len(others) == 1 else "The others together lay"
        yield f"{who} about {lays:.1f} tiles before your next turn;"
        out = sum(one.out for one in others)
        yield f"one of them goes out in {percent(out, exact=False)} of the deals."
        yield f"You then go out in {percent(own.out, exact=False)}."

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "action": self.action,
            "aims": list(self.aims),
            "play": None if self.play is None else self.play.to_dict(),
            "stays": [tile.name for tile in self.stays],
            "stays_points": self.stays_points,
            "score": self.score,
            "std_error": self.std_error,
            "difference": self.difference,
            "difference_error": self.difference_error,
            "outlooks": [one.to_dict() for one in self.outlooks],
            "why": self.why,
        }


@dataclass(frozen=True)
class Recommendation:
    """What to do in a turn.

    Attributes
    ----------
    view : InformationSet
        What was known.
    candidates : tuple of Candidate
        The candidates, best first.
    silent : tuple of int
        Seats of which it was concluded that they could lay nothing, as they did not.
    samples : int
        Deals of the unseen tiles that were tried.
    seed : int
        Repeats the answer, as ``rng`` with ``Limit(samples=...)``.
    limit : Limit
        What was asked for.
    version : str
        The library's version.
    """

    view: InformationSet
    candidates: tuple[Candidate, ...]
    silent: tuple[int, ...]
    samples: int
    seed: int
    limit: Limit
    version: str

    @property
    def best(self) -> Candidate:
        """The candidate of the highest score."""
        return self.candidates[0]

    @property
    def estimated(self) -> bool:
        """Whether the choice rests on estimates; not where there is none, or it ends the round."""
        return len(self.candidates) > 1 and bool(self.best.stays)

    def __getitem__(self, action: str) -> Candidate:
        """Return the first candidate of an action, such as ``"draw"`` or ``"lay K4"``.

        Raises
        ------
        KeyError
            If there is none.
        """
        for one in self.candidates:
            if one.action == action:
                return one
        raise KeyError(action)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        return {
            "view": position_to_dict(self.view),
            "candidates": [one.to_dict() for one in self.candidates],
            "silent": list(self.silent),
            "estimated": self.estimated,
            "samples": self.samples,
            "seed": self.seed,
            "limit": self.limit.to_dict(),
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.rummikub import recommendation_text

        return recommendation_text(self)
