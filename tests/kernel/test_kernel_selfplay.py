"""Self-play: what is kept is replayed by the reference, turn after turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import exp
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.random import SFC64
from numpy.typing import NDArray

from kernel.chances import chi_square, chi_square_limit
from kernel.networks import (
    as_lists,
    certain_weights,
    chances_of,
    likes,
    network_of,
    random_network,
    random_weights,
)
from kernel.test_kernel_policies import nearest
from nimmt_core import _network, _selfplay
from nimmt_core._lanes import GROUP, PATHS, shuffles
from reference import Rows, cheapest, cost, draft, is_free_choice, options, total_bull_heads, turn
from reference.guided import Round, liked_row
from reference.network import (
    Weights,
    best,
    card_features,
    card_scores,
    row_features,
    state_features,
)

NOBODY = 255

by_professional = pytest.mark.parametrize("professional", [False, True])

Bytes = NDArray[np.uint8]
Turns = list[tuple[Bytes, Bytes, Bytes, Bytes, Bytes, Bytes]]


@dataclass(frozen=True)
class Size:
    """What is played."""

    players: int
    learners: int
    repeats: int
    hand_size: int
    rows: int
    capacity: int
    top_card: int
    professional: bool
    best: bool = False

    def play(
        self,
        learner: _network.Network,
        seed: int,
        groups: int,
        others: Sequence[str | _network.Network],
        picks: Bytes | None = None,
        first: int = 0,
        path: str | None = None,
    ) -> Turns:
        """Play groups of rounds."""
        return _selfplay.play_to_learn(
            learner,
            SFC64(seed),
            groups,
            self.players,
            self.learners,
            others,
            self.repeats,
            self.hand_size,
            self.rows,
            self.capacity,
            self.top_card,
            self.professional,
            self.best,
            picks,
            first,
            path,
        )

    def deals(self, seed: int) -> list[Round]:
        """Return the deals of the first group: shuffles, shared by lanes next to each other."""
        count = self.rows + self.players * self.hand_size
        drawn = shuffles(SFC64(seed), 1, self.top_card, count)[0] + 1
        return [self._round(drawn[:, lane - lane % self.repeats].tolist()) for lane in range(GROUP)]

    def _round(self, cards: list[int]) -> Round:
        starts, rest = cards[: self.rows], cards[self.rows :]
        hands = [
            sorted(rest[seat * self.hand_size : (seat + 1) * self.hand_size])
            for seat in range(self.players)
        ]
        return Round(
            [[card] for card in starts],
            hands,
            starts,
            self.top_card,
            self.capacity,
            self.professional,
        )


def lowest(rows: Rows, hand: list[int], professional: bool, capacity: int) -> int:
    return min(hand)


def highest(rows: Rows, hand: list[int], professional: bool, capacity: int) -> int:
    return max(hand)


def least_cost(rows: Rows, hand: list[int], professional: bool, capacity: int) -> int:
    """Return the card that costs least if it is placed now, the lowest among equals."""

    def now(card: int) -> int:
        return min(
            cost(rows, card, row, professional, capacity)
            for row in options(rows, card, professional)
        )

    return min(hand, key=lambda card: (now(card), card))


ORACLES: dict[str, Callable[[Rows, list[int], bool, int], int]] = {
    "lowest": lowest,
    "highest": highest,
    "nearest": nearest,
    "cheapest": least_cost,
}


def certain_network(cards: Weights | None = None) -> _network.Network:
    """Return a network that plays the highest card and takes the row that ends highest.

    With four cards and rows or fewer the noise changes nothing.  If `cards` are given, it plays by
    these, and chance matters.
    """
    weights = certain_weights()
    if cards is not None:
        weights = cards._replace(row=weights.row, row_last=weights.row_last)
    return network_of(weights)


def cards_of_others(
    now: Round, learners: int, others: Sequence[str | _network.Network]
) -> list[tuple[int, ...]]:
    """Return what the others may play: one possibility, if none of them is random.

    Networks play what they like best.
    """
    choices: list[list[int]] = []
    for seat, other in enumerate(others, start=learners):
        hand = now.hands[seat]
        if isinstance(other, _network.Network):
            scores = card_scores(as_lists(other.arrays()), now.sight(seat))
            choices.append([hand[best(scores)]])
        elif other == "random":
            choices.append(list(hand))
        else:
            oracle = ORACLES[other]
            choices.append([oracle(now.rows, list(hand), now.professional, now.capacity)])
    return list(product(*choices))


def check_kept(now: Round, turns: Turns, number: int, place: tuple[int, int]) -> bool:
    """Tell whether what the learners saw is what there was to be seen."""
    state, cards, chosen, *_ = turns[number]
    group, lane = place
    for seat in range(chosen.shape[1]):
        sight = now.sight(seat)
        if state[:, group, seat, lane].tolist() != state_features(sight):
            return False
        for index, card in enumerate(sight.hand):
            if cards[:, group, seat, index, lane].tolist() != card_features(sight, card):
                return False
    return True


def after_turn(
    now: Round,
    cards: list[int],
    turns: Turns,
    number: int,
    place: tuple[int, int],
    others: Sequence[str | _network.Network],
) -> Round | None:
    """Play a turn as it is recorded; None if the record says something else."""
    _, _, chosen, heads, rows, row_choices = turns[number]
    group, lane = place
    learners = chosen.shape[1]
    owner, row = row_choices[group, :, lane].tolist()
    low = cards.index(min(cards))
    free = is_free_choice(now.rows, min(cards), now.professional)
    if not now.professional and free and low < learners:
        sight = now.after_plays(cards).sight(low)
        found = [rows[:, group, index, lane].tolist() for index in range(len(now.rows))]
        if owner != low or found != [
            row_features(sight, cards, index) for index in range(len(now.rows))
        ]:
            return None
    elif owner != NOBODY:
        return None

    def chooser(table: Rows, card: int, professional: bool, capacity: int) -> int:
        seat = cards.index(card)
        if professional:
            return cheapest(table, card, professional, capacity)
        if seat < learners:
            return int(row)
        other = others[seat - learners]
        if isinstance(other, _network.Network):
            return liked_row(now, cards, as_lists(other.arrays()))
        return cheapest(table, card, professional, capacity)

    table, taken = turn(now.rows, list(enumerate(cards)), chooser, now.professional, now.capacity)
    if heads[group, :, lane].tolist() != [
        total_bull_heads(taken[seat]) for seat in range(len(cards))
    ]:
        return None
    return replace(now.after_plays(cards), rows=table)


def replayed(
    start: Round, turns: Turns, place: tuple[int, int], others: Sequence[str | _network.Network]
) -> list[list[tuple[int, ...]]]:
    """Replay a round; returns what the others may have played, all in agreement with the record."""
    group, lane = place
    possible: list[tuple[Round, list[tuple[int, ...]]]] = [(start, [])]
    for number, (_, _, chosen, *_) in enumerate(turns):
        learners = chosen.shape[1]
        possible = [each for each in possible if check_kept(each[0], turns, number, place)]
        following = []
        for now, played in possible:
            own = [now.hands[seat][chosen[group, seat, lane]] for seat in range(learners)]
            for rest in cards_of_others(now, learners, others):
                after = after_turn(now, [*own, *rest], turns, number, place, others)
                if after is not None:
                    following.append((after, [*played, rest]))
        possible = following
    return [played for _, played in possible]


def a_size(random: Random, professional: bool) -> tuple[Size, list[str | _network.Network]]:
    """Make up what is played, and by whom besides the learners."""
    players = random.randint(2, 6)
    learners = random.randint(1, players)
    rows = random.randint(1, 4)
    hand_size = random.randint(1, 4)
    size = Size(
        players,
        learners,
        random.choice([1, 2, 8, GROUP]),
        hand_size,
        rows,
        random.randint(1, 5),
        random.randint(rows + players * hand_size, 60),
        professional,
    )
    kinds: list[str | _network.Network] = [*ORACLES, certain_network()]
    others = random.choices(kinds, k=players - learners)
    if others and random.random() < 0.3:
        others[random.randrange(len(others))] = "random"
    return size, others


@by_professional
def test_what_is_kept(professional: bool) -> None:
    random = Random(f"self-play {professional}")
    network = random_network("learner")
    with_others = row_choices = 0
    for seed in range(100):
        size, others = a_size(random, professional)
        turns = size.play(network, seed, 1, others)
        assert len(turns) == size.hand_size
        starts = size.deals(seed)
        with_others += bool(others)
        row_choices += sum(int((turn[5][:, 0] != NOBODY).sum()) for turn in turns)
        for lane in random.sample(range(GROUP), 12):
            assert replayed(starts[lane], turns, (0, lane), others), (size, others, lane)
    assert with_others > 40
    assert row_choices == 0 if professional else row_choices > 1000


@by_professional
def test_others_that_play_what_they_like_best(professional: bool) -> None:
    random = Random(f"best {professional}")
    network = random_network("learner")
    found = 0
    for seed in range(30):
        size, others = a_size(random, professional)
        for seat in range(len(others)):
            if others[seat] != "random":
                others[seat] = certain_network(random_weights(random, 4, 400, 1500))
        turns = replace(size, best=True).play(network, seed, 1, others)
        by_chance = size.play(network, seed, 1, others)
        found += any(
            (one != other).any()
            for best_turn, chance_turn in zip(turns, by_chance, strict=True)
            for one, other in zip(best_turn, chance_turn, strict=True)
        )
        starts = size.deals(seed)
        for lane in random.sample(range(GROUP), 12):
            assert replayed(starts[lane], turns, (0, lane), others), (size, others, lane)
    assert found > 10


def test_later_groups() -> None:
    # All learn, so that the first turn shows all cards; rows are shown in their order.
    random = Random("later groups")
    network = random_network("learner")
    size = Size(3, 3, 4, 3, 4, 3, 30, False)
    turns = size.play(network, 5, 4, [])
    first = size.play(network, 5, 1, [])
    for turn_of_many, turn_of_one in zip(turns, first, strict=True):
        for many, one in zip(turn_of_many, turn_of_one, strict=True):
            # The groups are the second axis of the features, the first of everything else.
            groups = 1 if len(many) in (36, 30, 16) else 0
            assert (np.take(many, [0], axis=groups) == one).all()
    _, cards, _, _, rows, _ = turns[0]
    decks = set()
    for group in range(4):
        for lane in random.sample(range(GROUP), 10):
            # A feature of a row is twice its end, one of a card twice the card.
            starts = [end // 2 for end in rows[4, group, :, lane].tolist()]
            hands = (cards[16, group, :, :, lane] // 2).tolist()
            start = Round([[card] for card in starts], hands, starts, 30, 3, False)
            assert len({*starts, *(card for hand in hands for card in hand)}) == 13
            assert replayed(start, turns, (group, lane), [])
            decks.add((group, lane - lane % size.repeats, str(starts), str(hands)))
    assert len({deck[2:] for deck in decks}) == len({deck[:2] for deck in decks})


def drafts_of(size: Size, count: int, seed: int) -> Bytes:
    """Draft at random."""
    picks = size.players * size.hand_size
    return np.array(
        [Random(seed + draft).sample(range(1, size.top_card + 1), picks) for draft in range(count)],
        dtype=np.uint8,
    )


@by_professional
def test_drafts_are_played_as_they_were_picked(professional: bool) -> None:
    random = Random(f"drafts {professional}")
    network = random_network("learner")
    for seed in range(30):
        size, others = a_size(random, professional)
        size = replace(size, top_card=size.rows + size.players * size.hand_size)
        first = random.randrange(size.players)
        picks = drafts_of(size, 2 * GROUP // size.repeats, seed)
        turns = size.play(network, seed, 2, others, picks, first)
        for index in random.sample(range(2 * GROUP), 12):
            starts, hands = draft(
                size.players,
                picks[index // size.repeats].tolist(),
                first,
                size.hand_size,
                size.rows,
            )
            start = Round(
                starts,
                hands,
                [row[0] for row in starts],
                size.top_card,
                size.capacity,
                professional,
            )
            assert replayed(start, turns, divmod(index, GROUP), others), (size, others, index)


def test_drafts_that_are_none() -> None:
    size = Size(3, 3, 8, 2, 2, 5, 8, False)
    picks = drafts_of(size, GROUP // 8, 1)
    network = random_network("learner")
    assert size.play(network, 1, 1, [], picks)
    twice = picks.copy()
    twice[0, 0] = twice[0, 1]
    for other, message in (
        (twice, "picks that no draft can have"),
        (picks + 1, "picks that no draft can have"),
        (picks[1:], "not those of these players and rules"),
        (picks[:, :3], "picks that no draft can have"),
    ):
        with pytest.raises(ValueError, match=message):
            size.play(network, 1, 1, [], other)
    with pytest.raises(ValueError, match="not those of these players and rules"):
        replace(size, top_card=9).play(network, 1, 1, [], picks)
    with pytest.raises(ValueError, match="not what the kernel is built for"):
        size.play(network, 1, 1, [], picks, 3)


def test_random_others_play_every_card_alike() -> None:
    size = Size(2, 1, 1, 4, 2, 3, 20, False)
    counts = np.zeros((2, 4), dtype=np.int64)
    network = random_network("learner")
    for seed in range(8):
        turns = size.play(network, seed, 1, ["random"])
        for lane, start in enumerate(size.deals(seed)):
            found = replayed(start, turns, (0, lane), ["random"])
            assert found
            hand = list(start.hands[1])
            for number in range(2):
                cards = {played[number] for played in found}
                if len(cards) > 1:  # what was seen later fits several
                    break
                ((card,),) = cards
                counts[number, hand.index(card)] += 1
                hand.remove(card)
    assert counts.sum() > 2 * 8 * GROUP * 0.85
    for number, held in enumerate((4, 3)):
        each = counts[number, :held].tolist()
        assert chi_square(each, [1 / held] * held) < chi_square_limit(held)


@pytest.mark.parametrize("size", [0, 1024, -2000])
def test_rows_have_the_frequencies_of_the_scores(size: int) -> None:
    # The score of a row depends on its rank alone.
    network = network_of(likes(row_feature=12, size=size))
    played = Size(3, 2, 1, 2, 3, 5, 40, False).play(network, 4, 300, [network])
    scores = [16 * rank * size >> 8 for rank in range(3)]
    counts = np.zeros(3, dtype=np.int64)
    for *_, rows, row_choices in played:
        groups, lanes = np.nonzero(row_choices[:, 0] != NOBODY)
        chosen = row_choices[groups, 1, lanes]
        ranks = rows[12, groups, chosen, lanes] // 16
        counts += np.bincount(ranks, minlength=3)
        assert set(np.unique(row_choices[:, 0]).tolist()) == {0, 1, NOBODY}
    assert counts.sum() > 5000
    chances = chances_of(scores)
    weights = [exp(score / 256) for score in scores]
    for chance, weight in zip(chances, weights, strict=True):
        assert abs(chance - weight / sum(weights)) < 0.002
    assert chi_square(counts.tolist(), chances) < chi_square_limit(3)


@by_professional
@pytest.mark.parametrize("players", [2, 3, 7, 10])
def test_paths_change_nothing(professional: bool, players: int) -> None:
    other = random_network("other")
    learners = (players + 1) // 2
    kinds: list[str | _network.Network] = [*_selfplay.OTHERS, other, other]
    others = kinds[: players - learners][::-1]
    for top_card in (104, 10 * players + 4):
        size = Size(players, learners, 8, 10, 4, 5, top_card, professional)
        first, *rest = [
            size.play(random_network("learner"), 3, 2, others, path=path)
            for path in (None, *PATHS[1:])
        ]
        for again in rest:
            for one, same in zip(first, again, strict=True):
                for array, copy in zip(one, same, strict=True):
                    assert (array == copy).all()


def test_shapes() -> None:
    turns = Size(5, 2, 1, 3, 6, 5, 104, False).play(
        random_network("learner"), 1, 2, ["random", "lowest", "nearest"]
    )
    for held, turn_ in zip((3, 2, 1), turns, strict=True):
        assert [array.shape for array in turn_] == [
            (_network.STATE_FEATURES, 2, 2, GROUP),
            (_network.CARD_FEATURES, 2, 2, held, GROUP),
            (2, 2, GROUP),
            (2, 5, GROUP),
            (_network.ROW_FEATURES, 2, 6, GROUP),
            (2, 2, GROUP),
        ]
        assert {array.dtype for array in turn_} == {np.dtype(np.uint8)}


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 1, "learners": 1},
        {"players": 11, "learners": 11, "hand_size": 1},
        {"learners": 0},
        {"learners": 5},
        {"repeats": 0},
        {"repeats": 3},
        {"repeats": 128},
        {"hand_size": 0},
        {"hand_size": 17},
        {"rows": 0},
        {"rows": 9},
        {"capacity": 0},
        {"capacity": 17},
        {"top_card": 43},
        {"top_card": 128},
    ],
    ids=str,
)
def test_rules_that_are_none(changes: dict[str, Any]) -> None:
    size = replace(Size(4, 4, 1, 10, 4, 5, 104, False), **changes)
    others = ["random"] * (size.players - size.learners)
    with pytest.raises(ValueError, match="are not what the kernel is built for"):
        size.play(random_network("learner"), 1, 1, others)


@pytest.mark.parametrize(
    ("others", "message"),
    [
        (["random"], "not what the kernel is built for"),
        (["random"] * 3, "not what the kernel is built for"),
        (["random", "instant"], "player 'instant' is no network, and not one of random, lowest"),
        (["random", None], "player None is no network, and not one of random, lowest"),
    ],
)
def test_others_that_are_none(others: list[Any], message: str) -> None:
    size = Size(4, 2, 1, 10, 4, 5, 104, False)
    with pytest.raises(ValueError, match=message):
        size.play(random_network("learner"), 1, 1, others)


def test_the_scalar_path_has_no_networks() -> None:
    with pytest.raises(ValueError, match="the scalar path has no networks"):
        Size(2, 2, 1, 2, 4, 5, 104, False).play(random_network("learner"), 1, 1, [], path="scalar")
