"""What three or more players with known hands can be sure of, in the plainest recursion.

A state is the rows, the plays of this turn that are still to be placed, and the hands. Values are
bull heads from there to the end of the round, for all seats at once or for an objective. Nothing
is cut off and nothing is bounded; small positions only.

Objectives are "own", the bull heads of a seat, and "relative", its bull heads less the mean of
the others'.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from .cards import total_bull_heads
from .matrix import matrix_value
from .placement import options, place
from .turns import ascending, hands_without

Hands = tuple[tuple[int, ...], ...]
Heads = tuple[int, ...]
"""Bull heads of every seat."""


class State(NamedTuple):
    """A point of a round."""

    rows: tuple[tuple[int, ...], ...]
    pending: tuple[tuple[int, int], ...]
    hands: Hands


class Game(NamedTuple):
    """What does not change."""

    professional: bool
    capacity: int


def start(
    rows: Sequence[Sequence[int]],
    hands: Sequence[Sequence[int]],
    pending: Sequence[tuple[int, int]] = (),
) -> State:
    """Return the state as it is written elsewhere."""
    return State(tuple(map(tuple, rows)), tuple(ascending(pending)), tuple(map(tuple, hands)))


def is_over(state: State) -> bool:
    """Tell whether nothing is left to play."""
    return not state.pending and not state.hands[0]


def joint_plays(state: State) -> Iterator[tuple[int, ...]]:
    """Go through the cards that the seats may play together."""
    return product(*state.hands)


def played(state: State, cards: Sequence[int]) -> State:
    """Return the state with the cards on the table, none placed."""
    hands = hands_without(state.hands, cards)
    return start(state.rows, hands, list(enumerate(cards)))


def ways(game: Game, state: State) -> dict[int, tuple[State, Heads]]:
    """Return, for every row that the first pending card may go to, what follows and its cost."""
    seat, card = state.pending[0]
    found = {}
    for row in options(state.rows, card, game.professional):
        rows, taken = place(state.rows, card, row, game.professional, game.capacity)
        cost = [0] * len(state.hands)
        cost[seat] = total_bull_heads(taken)
        found[row] = (start(rows, state.hands, state.pending[1:]), tuple(cost))
    return found


def objective_value(objective: str, heads: Sequence[Fraction | int | float], seat: int) -> Fraction:
    """Return a seat's objective, given the bull heads of all."""
    own = Fraction(heads[seat])
    if objective == "own":
        return own
    others = sum((Fraction(entry) for entry in heads), Fraction(0)) - own
    return own - others / (len(heads) - 1)


def guaranteed(
    game: Game, state: State, seat: int, objective: str, hostile: bool
) -> dict[int, Fraction]:
    """Return the value of every card of the seat, or of every row that it may choose now.

    The seat moves first in each turn, the others answer together; each owner chooses its row.
    Hostile others maximise what the seat minimises, friendly ones minimise it too.
    """
    if state.pending:
        return {
            row: objective_value(objective, cost, seat)
            + _minimax(game, after, seat, objective, hostile)
            for row, (after, cost) in ways(game, state).items()
        }
    worst = max if hostile else min
    return {
        card: worst(
            _minimax(game, played(state, cards), seat, objective, hostile)
            for cards in joint_plays(state)
            if cards[seat] == card
        )
        for card in state.hands[seat]
    }


def _minimax(game: Game, state: State, seat: int, objective: str, hostile: bool) -> Fraction:
    if is_over(state):
        return Fraction(0)
    values = guaranteed(game, state, seat, objective, hostile).values()
    mine = not state.pending or state.pending[0][0] == seat
    return min(values) if mine or not hostile else max(values)


@lru_cache(maxsize=2**16)
def secured(game: Game, state: State, seat: int, objective: str) -> float:
    """Return the value of the seat's game against all others as one player.

    Cards are played at the same time, so that every turn is a matrix game; a row is chosen in
    the open, by the seat to make the value small, by any other to make it large.
    """
    if is_over(state):
        return 0.0
    if state.pending:
        values = [
            float(objective_value(objective, cost, seat)) + secured(game, after, seat, objective)
            for after, cost in ways(game, state).values()
        ]
        return min(values) if state.pending[0][0] == seat else max(values)
    stage: dict[int, list[float]] = {card: [] for card in state.hands[seat]}
    for cards in joint_plays(state):
        stage[cards[seat]].append(-secured(game, played(state, cards), seat, objective))
    return -matrix_value(list(stage.values()))


History = tuple[tuple[int, ...] | int, ...]
"""Joint plays and chosen rows since the beginning, in order; rows only where there was a choice."""

Profile = Callable[[History], Sequence[Mapping[int, float]]]
"""The probabilities of the cards of every seat, or of the rows of the owner of a choice."""


def expected_heads(
    game: Game, state: State, profile: Profile, history: History = ()
) -> list[float]:
    """Return what every seat takes on average under the profile."""
    total = [0.0] * len(state.hands)
    for move in _moves(game, state, profile, history):
        chance = 1.0
        for _, share in move.actions.values():
            chance *= share
        later = expected_heads(game, move.after, profile, move.history)
        for seat, (now, then) in enumerate(zip(move.cost, later, strict=True)):
            total[seat] += chance * (now + then)
    return total


def best_response(
    game: Game, state: State, profile: Profile, seat: int, objective: str, history: History = ()
) -> float:
    """Return the least that the seat can have on average, the others playing the profile."""
    values: dict[int | None, float] = {}
    for move in _moves(game, state, profile, history):
        weight = 1.0
        for other, (_, share) in move.actions.items():
            if other != seat:
                weight *= share
        later = best_response(game, move.after, profile, seat, objective, move.history)
        own_action = move.actions[seat][0] if seat in move.actions else None
        value = float(objective_value(objective, move.cost, seat)) + later
        values[own_action] = values.get(own_action, 0.0) + weight * value
    return min(values.values(), default=0.0)


def gains(game: Game, state: State, profile: Profile, objective: str) -> list[float]:
    """Return what each seat could gain by leaving the profile alone."""
    heads = expected_heads(game, state, profile)
    return [
        float(objective_value(objective, heads, seat))
        - best_response(game, state, profile, seat, objective)
        for seat in range(len(state.hands))
    ]


class _Move(NamedTuple):
    """Something that may happen next."""

    after: State
    history: History
    cost: Heads
    actions: dict[int, tuple[int, float]]
    """What each seat that decides does, and how likely the profile makes it."""


def _moves(game: Game, state: State, profile: Profile, history: History) -> Iterator[_Move]:
    """Go through what may happen next; a forced placement is a move that nobody decides."""
    if state.pending:
        found = ways(game, state)
        for row, (after, cost) in found.items():
            if len(found) == 1:
                yield _Move(after, history, cost, {})
            else:
                owner = state.pending[0][0]
                mix = profile(history)[owner]
                yield _Move(after, (*history, row), cost, {owner: (row, mix[row])})
    elif not is_over(state):
        mixes = profile(history)
        nothing = (0,) * len(state.hands)
        for cards in joint_plays(state):
            actions = {seat: (card, mixes[seat][card]) for seat, card in enumerate(cards)}
            yield _Move(played(state, cards), (*history, cards), nothing, actions)
