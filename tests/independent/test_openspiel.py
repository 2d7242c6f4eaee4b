"""``solve`` against OpenSpiel's value iteration.

6 nimmt! is described to OpenSpiel by the reference, which shares no code with the library. Each
turn is a node at which both players move at once; a choice of rows is a node of its own, after the
reveal, at which the card's owner moves. OpenSpiel does the rest: it builds the tree, makes the
matrix games and solves them.

OpenSpiel is not needed for anything else, and has no builds for every platform: where it is not
installed (``pip install -e '.[openspiel]'``) there is nothing to compare with.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest

from api.solve_cases import between_turns, dealt_down, drawn
from nimmt import Placement, Position, solve
from reference import Rows, options, place, total_bull_heads
from reference.turns import ascending

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
pytest.importorskip("cvxpy", reason="cvxpy, with which OpenSpiel solves matrices, is not installed")
pytest.importorskip("ecos", reason="ecos, which cvxpy is asked for, is not installed")

import pyspiel
from open_spiel.python.algorithms.value_iteration import value_iteration

PLAYERS = 2
MOST_HEADS = 171.0

GAME_TYPE = pyspiel.GameType(
    short_name="nimmt_known_hands",
    long_name="6 nimmt! with known hands",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=PLAYERS,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)


class Start(NamedTuple):
    """The position that a game begins with."""

    rows: Rows
    hands: Sequence[Sequence[int]]
    pending: Sequence[tuple[int, int]]
    professional: bool
    capacity: int


class KnownHands(pyspiel.Game):  # type: ignore[misc]
    """A game that begins with a position."""

    def __init__(self, start: Start) -> None:
        turns = len(start.hands[0]) + 1
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=128,
                max_chance_outcomes=0,
                num_players=PLAYERS,
                min_utility=-MOST_HEADS,
                max_utility=MOST_HEADS,
                utility_sum=0.0,
                max_game_length=turns * 3,
            ),
            {},
        )
        self.start = start

    def new_initial_state(self) -> "KnownHandsState":
        """Return the position that the game begins with."""
        return KnownHandsState(self)


class KnownHandsState(pyspiel.State):  # type: ignore[misc]
    """A position, and what has been taken on the way to it."""

    def __init__(self, game: KnownHands) -> None:
        super().__init__(game)
        self.start = game.start
        self.rows = [list(row) for row in game.start.rows]
        self.hands = [list(hand) for hand in game.start.hands]
        self.pending = list(game.start.pending)
        self.gain = 0

    def current_player(self) -> int:
        """Say who moves: the owner of the pending card, both at once, or nobody any more."""
        if self.pending:
            return self.pending[0][0]
        if self.hands[0]:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        if self.pending:
            return options(self.rows, self.pending[0][1], self.start.professional)
        return sorted(self.hands[player])

    def _apply_actions(self, actions: list[int]) -> None:
        for hand, card in zip(self.hands, actions, strict=True):
            hand.remove(card)
        self.pending = ascending(list(enumerate(actions)))
        self._place_what_has_no_choice()

    def _apply_action(self, action: int) -> None:
        self._place(action)
        self._place_what_has_no_choice()

    def _place_what_has_no_choice(self) -> None:
        while self.pending:
            allowed = options(self.rows, self.pending[0][1], self.start.professional)
            if len(allowed) > 1:
                return
            self._place(allowed[0])

    def _place(self, row: int) -> None:
        seat, card = self.pending.pop(0)
        self.rows, taken = place(self.rows, card, row, self.start.professional, self.start.capacity)
        self.gain += total_bull_heads(taken) * (1 if seat == 1 else -1)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def is_terminal(self) -> bool:
        """Say whether the round is over."""
        return not self.pending and not self.hands[0]

    def returns(self) -> list[float]:
        """Return what the players have gained on each other."""
        return [float(self.gain), float(-self.gain)]

    def __str__(self) -> str:
        return f"{self.rows} {self.hands} {self.pending} {self.gain}"


PLACEMENTS = pytest.mark.parametrize("placement", list(Placement))

# Values go up the tree by a turn or a choice in every sweep; no sweep that changes less is needed.
THRESHOLD = 1e-9
SAME = 1e-6


def openspiel_value(position: Position) -> float:
    """The value by OpenSpiel: the whole tree, and a linear program for every turn in it."""
    rules = position.rules
    start = Start(
        position.rows,
        position.hands,
        position.pending,
        rules.professional,
        rules.row_capacity,
    )
    game = KnownHands(start)
    values = value_iteration(game, depth_limit=-1, threshold=THRESHOLD)
    return float(values[str(game.new_initial_state())])


@PLACEMENTS
@pytest.mark.parametrize("cards", [1, 2])
def test_composed_positions(placement: Placement, cards: int) -> None:
    random = Random(f"{placement} openspiel {cards}")
    for _ in range(8):
        position = between_turns(random, placement, cards)
        assert solve(position).value == pytest.approx(openspiel_value(position), abs=SAME)


@PLACEMENTS
@pytest.mark.parametrize("cards", [2, 3])
def test_the_end_of_tactical_deals(placement: Placement, cards: int) -> None:
    random = Random(f"{placement} openspiel deals {cards}")
    for _ in range({2: 3, 3: 1}[cards]):
        position = dealt_down(random, placement, cards)
        assert solve(position).value == pytest.approx(openspiel_value(position), abs=SAME)


@PLACEMENTS
def test_choices_of_rows(placement: Placement) -> None:
    random = Random(f"{placement} openspiel choices")
    compared = 0
    while compared < 4:
        position = drawn(random, placement, 2)
        if position.pending and position.hand_size:
            compared += 1
            assert solve(position).value == pytest.approx(openspiel_value(position), abs=SAME)
