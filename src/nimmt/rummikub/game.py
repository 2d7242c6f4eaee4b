"""A game: draw for the start, deal, turns, rounds, to the end; legal actions only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from nimmt._match import Match
from nimmt.errors import IllegalActionError
from nimmt.rummikub.position import InformationSet, Position
from nimmt.rummikub.record import Action, GameRecord, RoundRecord, TurnRecord
from nimmt.rummikub.rules import Rules, as_rules
from nimmt.rummikub.setup import Draws, as_draws, random_deal, random_draws, starter_of
from nimmt.scoring import ranks
from nimmt.seeding import RNG

__all__ = ["Game", "Phase"]


class Phase(StrEnum):
    """What a game waits for."""

    DEAL = "deal"
    TURN = "turn"
    OVER = "over"


class Game(Match[Rules, RoundRecord, Position, Phase]):
    """A game in progress.

    Parameters
    ----------
    rules : Rules, optional
        The rules; four players and the usual options if not given.
    rng : int, SeedSequence, Generator or None, optional
        Source of the draws and deals.
    names : sequence of str, optional
        What to call the seats in records.

    Raises
    ------
    RulesError
        If the rules are those of another game.
    IllegalActionError
        If the names are not one for each seat.

    Examples
    --------
    >>> game = Game(Rules(players=2, rounds=1), rng=1)
    >>> game.deal()
    >>> starter = game.position.turn
    >>> game.draw()
    >>> game.position.turn == 1 - starter, len(game.position.racks[starter])
    (True, 15)
    """

    def __init__(
        self, rules: Rules | None = None, *, rng: RNG = None, names: Sequence[str] = ()
    ) -> None:
        super().__init__(as_rules(rules), Phase.DEAL, rng, names)

    # What anybody may ask.

    @property
    def ranks(self) -> tuple[int, ...]:
        """Ranks by the scores, most points first; equal seats share the better rank."""
        return ranks([-score for score in self._scores])

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats of rank 1 when the game is over; empty before."""
        if self._phase is not Phase.OVER:
            return ()
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the seat may try whose turn it is, a play and either a draw or a pass."""
        if self._phase is not Phase.TURN:
            return ()
        return (Action.PLAY, Action.DRAW if self.position.pool else Action.PASS)

    def information_set(self, seat: int) -> InformationSet:
        """Return what a seat knows of the round."""
        return self.position.information_set(seat)

    @property
    def record(self) -> GameRecord:
        """The game so far."""
        return GameRecord(self.rules, self.names, self._rounds)

    def expect_seat(self, seat: int) -> None:
        """Check whose turn it is.

        Raises
        ------
        IllegalActionError
            If it is not that of the seat.
        """
        self._expect(Phase.TURN)
        if seat != self.position.turn:
            raise IllegalActionError(
                f"seat {seat} moved, but it is seat {self.position.turn}'s turn"
            )

    # What moves the game on.

    def deal(
        self,
        racks: Iterable[Any] | None = None,
        pool: Any = None,
        *,
        draws: Draws = (),
        starter: int | None = None,
    ) -> None:
        """Begin a round: draw for the start and deal, at random or these tiles.

        Parameters
        ----------
        racks : iterable of racks, optional
            What to deal; full racks.
        pool : str, or iterable of Tile or str, optional
            The rest, the tile that is drawn next first; ascending if racks are given and it is
            not.
        draws : tuple of tuple of (int, Tile), optional
            Draws for the start.
        starter : int, optional
            The seat that starts; by default, the one that the draws say.

        Raises
        ------
        IllegalActionError
            If no round can begin now, the racks are no deal, or the draws cannot be or do not lead
            to the starter.
        IllegalPositionError
            If the tiles cannot be dealt.
        """
        self._expect(Phase.DEAL)
        if racks is None and pool is not None:
            raise IllegalActionError("a pool was given, but no racks: they are dealt together")
        if starter is None and not draws:
            draws = random_draws(self.rules, self._rng)
        if draws:
            draws = as_draws(draws, self.rules)
            drawn = starter_of(draws, self.rules)
            if starter not in (None, drawn):
                raise IllegalActionError(
                    f"seat {starter!r} is to start, but seat {drawn} drew the highest tile"
                )
            starter = drawn
        if racks is None:
            racks, pool = random_deal(self.rules, self._rng)
        assert starter is not None
        position = Position((), racks, self.rules, starter, pool=pool, scores=self._scores)
        if any(len(rack) != self.rules.rack_size for rack in position.racks):
            raise IllegalActionError(
                f"racks of {[len(rack) for rack in position.racks]} tiles are no deal: "
                f"{self.rules.rack_size} each were expected"
            )
        self._rounds += (RoundRecord(position.turn, position.racks, position.pool, draws),)
        self._position = position
        self._phase = Phase.TURN

    def play(self, arrangement: Iterable[Any], laid: Any = None) -> None:
        """Lay tiles: put the table in a new arrangement.

        Parameters
        ----------
        arrangement : iterable of TileSet or what makes one
            All sets on the table after the turn.
        laid : str, or iterable of Tile or str, optional
            The tiles from the rack; by default, what the arrangement has and the table has not.

        Raises
        ------
        IllegalPlayError
            If the rules do not allow it; its ``problems`` are everything that is wrong.
        IllegalActionError
            If it is nobody's turn.
        """
        self._expect(Phase.TURN)
        after = self.position.play(arrangement, laid)
        self._after(after, Action.PLAY, after.table)

    def draw(self) -> None:
        """Lay nothing, and draw a tile.

        Raises
        ------
        IllegalActionError
            If it is nobody's turn, or the pool is empty.
        """
        self._expect(Phase.TURN)
        self._after(self.position.draw(), Action.DRAW)

    def pass_turn(self) -> None:
        """Lay nothing when the pool is empty.

        Raises
        ------
        IllegalActionError
            If it is nobody's turn, or the pool has tiles.
        """
        self._expect(Phase.TURN)
        self._after(self.position.pass_turn(), Action.PASS)

    def overrun(self, arrangement: Iterable[Any] | None = None) -> None:
        """End a turn because its time is up; the clock is the caller's.

        Parameters
        ----------
        arrangement : iterable of TileSet or what makes one, optional
            The table when the time was up; None if it was as before the turn.

        Raises
        ------
        IllegalActionError
            If it is nobody's turn.
        """
        self._expect(Phase.TURN)
        before = self.position
        if arrangement is None:
            self._after(before.overrun(), Action.OVERRUN)
            return
        sets = tuple(arrangement) if isinstance(arrangement, Iterable) else arrangement
        if before.problems_with(sets):
            self.undo()
        else:
            after = before.overrun(sets)
            self._after(after, Action.OVERRUN, after.table)

    def undo(self) -> None:
        """End a turn because its time was up before the table was in order.

        Raises
        ------
        IllegalActionError
            If it is nobody's turn.
        """
        self._expect(Phase.TURN)
        self._after(self.position.undo(), Action.UNDO)

    def _after(self, position: Position, action: Action, table: Any = None) -> None:
        """Store what a turn led to, and end the round or the game with it."""
        turn = TurnRecord(self.position.turn, action, table)
        *before, now = self._rounds
        scores = position.round_scores if position.is_over else None
        self._rounds = (*before, replace(now, turns=(*now.turns, turn), scores=scores))
        self._position = position
        if scores is not None:
            over = self._score(scores, self.rules.target)
            self._phase = Phase.OVER if over else Phase.DEAL

    def __repr__(self) -> str:
        return f"<Rummikub game of {self.rules.players}: round {self.round_number}, {self._phase}>"
