"""Exact expectations under uniformly random play, by going through every case.

The cases are all equally likely: every deal that agrees with what a player knows has the same
weight, and so has every order in which the hands may be played. As all deals have hands of the
same size, each deal stands for the same number of orders. So it is enough to count.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from .cards import total_bull_heads
from .match import ranks
from .placement import Rows, cheapest, options, place
from .turns import ascending, hands_without, turn

CardsOfSeats = Mapping[int, Collection[int]]
"""Some cards for some seats; a seat that is missing has none."""

BullHeads = tuple[int, ...]
"""Bull heads of every seat."""


@dataclass(frozen=True)
class Outcome:
    """What a player may expect of a card or a choice; all values are exact."""

    own: Fraction
    """Mean of the own bull heads from now to the end of the round."""
    turn: Fraction
    """Mean of the own bull heads in this turn."""
    take: Fraction
    """Probability of taking a row in this turn."""
    relative: Fraction
    """Mean of the own bull heads less the average of the other seats, from now on."""
    rank: Fraction
    """Mean rank (1, 1, 3) in the round, with the bull heads taken in it before."""
    variance: Fraction
    """Variance of the own bull heads from now to the end of the round."""


class _Result(NamedTuple):
    """How one case ended."""

    took_row: bool
    own_this_turn: int
    from_now: BullHeads


def deals(
    seat: int,
    hand: Collection[int],
    players: int,
    unseen: Collection[int],
    known: CardsOfSeats,
    excluded: CardsOfSeats,
) -> Iterator[list[list[int]]]:
    """Go through the hands of all seats that agree with what ``seat`` knows, each deal once.

    Every seat holds as many cards as ``hand``. Seat ``s`` holds ``known[s]``, the rest of its
    hand is from ``unseen``, and it holds none of ``excluded[s]``. What is left of ``unseen`` is
    out of play. Hands are ascending; entries of ``known`` and ``excluded`` for the player's own
    seat are ignored.
    """
    if not 0 <= seat < players:
        raise ValueError(f"seat {seat} is not one of {players} players")
    others = [other for other in range(players) if other != seat]
    if not others:
        raise ValueError("there are at least two players")
    located = list(hand) + [card for other in others for card in known.get(other, ())]
    all_cards = located + list(unseen)
    if len(set(all_cards)) < len(all_cards):
        raise ValueError("a card is in the hand, in one known hand, or unseen, and only once")
    for other in others:
        if len(known.get(other, ())) > len(hand):
            raise ValueError(f"seat {other} is known to hold more cards than it holds")
        if set(known.get(other, ())) & set(excluded.get(other, ())):
            raise ValueError(f"seat {other} is known both to hold a card and not to hold it")
    for dealt in _deal_to(others, len(hand), sorted(unseen), known, excluded):
        dealt[seat] = sorted(hand)
        yield [dealt[other] for other in range(players)]


def _deal_to(
    seats: Sequence[int],
    hand_size: int,
    unseen: Sequence[int],
    known: CardsOfSeats,
    excluded: CardsOfSeats,
) -> Iterator[dict[int, list[int]]]:
    """Go through the ways of filling the hands of ``seats`` from ``unseen``."""
    if not seats:
        yield {}
        return
    first = seats[0]
    held = list(known.get(first, ()))
    possible = [card for card in unseen if card not in excluded.get(first, ())]
    for drawn in combinations(possible, hand_size - len(held)):
        left = [card for card in unseen if card not in drawn]
        for dealt in _deal_to(seats[1:], hand_size, left, known, excluded):
            yield {first: sorted([*held, *drawn]), **dealt}


def expected_values(
    rows: Rows,
    seat: int,
    hand: Collection[int],
    players: int,
    unseen: Collection[int],
    known: CardsOfSeats,
    excluded: CardsOfSeats,
    professional: bool,
    capacity: int,
    taken: Sequence[int],
) -> dict[int, Outcome]:
    """Return what ``seat`` may expect of playing each card of its hand now.

    All deals in ``deals`` are equally likely. The other seats play a random card of their hands
    now, and in later turns every seat does. Every choice of a row or an end is the ``cheapest``.
    ``taken`` has the bull heads that each seat took earlier in the round.
    """
    results: dict[int, Counter[_Result]] = {card: Counter() for card in sorted(hand)}
    for hands in deals(seat, hand, players, unseen, known, excluded):
        for candidate, counts in results.items():
            playable = [[candidate] if s == seat else hands[s] for s in range(players)]
            for cards in product(*playable):
                plays = list(enumerate(cards))
                rows_after, taken_now = turn(rows, plays, cheapest, professional, capacity)
                hands_left = hands_without(hands, cards)
                counts.update(
                    _finish(seat, taken_now, rows_after, hands_left, professional, capacity)
                )
    return {card: _outcome(counts, seat, taken) for card, counts in results.items()}


def expected_choices(
    rows: Rows,
    pending: Sequence[tuple[int, int]],
    seat: int,
    hand: Collection[int],
    players: int,
    unseen: Collection[int],
    known: CardsOfSeats,
    excluded: CardsOfSeats,
    professional: bool,
    capacity: int,
    taken: Sequence[int],
) -> dict[int, Outcome]:
    """Return what ``seat`` may expect of each option for the card that it has to place now.

    ``pending`` has the (seat, card) pairs that are still to be placed in this turn by ascending
    card, the first of them being the player's. Every seat holds as many cards as ``hand``, not
    counting the pending ones. ``taken`` has the bull heads that each seat took before in the
    round, in this turn too. Otherwise all is as in ``expected_values``.
    """
    if list(pending) != ascending(pending):
        raise ValueError("the pending cards are ascending")
    if not pending or pending[0][0] != seat:
        raise ValueError("the first pending card is the player's")
    card = pending[0][1]
    results: dict[int, Counter[_Result]] = {}
    for row in options(rows, card, professional):
        rows_between, taken_own = place(rows, card, row, professional, capacity)
        rows_after, taken_by_others = turn(
            rows_between, pending[1:], cheapest, professional, capacity
        )
        taken_now = {**taken_by_others, seat: taken_own}
        results[row] = Counter()
        for hands in deals(seat, hand, players, unseen, known, excluded):
            results[row].update(_finish(seat, taken_now, rows_after, hands, professional, capacity))
    return {row: _outcome(counts, seat, taken) for row, counts in results.items()}


def _finish(
    seat: int,
    taken_now: Mapping[int, Sequence[int]],
    rows: Rows,
    hands: Sequence[Sequence[int]],
    professional: bool,
    capacity: int,
) -> Counter[_Result]:
    """Count the results, for a turn in which ``taken_now`` was taken and that left the rest."""
    players = len(hands)
    now = tuple(total_bull_heads(taken_now.get(s, ())) for s in range(players))
    took_row = len(taken_now[seat]) > 0
    results: Counter[_Result] = Counter()
    later_counts = _rest_of_round(_frozen(rows), _frozen(hands), professional, capacity)
    for later, count in later_counts.items():
        results[_Result(took_row, now[seat], _sum(now, later))] += count
    return results


@lru_cache(maxsize=2**16)
def _rest_of_round(
    rows: tuple[tuple[int, ...], ...],
    hands: tuple[tuple[int, ...], ...],
    professional: bool,
    capacity: int,
) -> Mapping[BullHeads, int]:
    """Count the orders of playing the hands by the bull heads that the seats take in them."""
    if not hands[0]:
        nothing = tuple(0 for _ in hands)
        return {nothing: 1}
    counts: Counter[BullHeads] = Counter()
    for cards in product(*hands):
        rows_after, taken = turn(rows, list(enumerate(cards)), cheapest, professional, capacity)
        now = tuple(total_bull_heads(taken[s]) for s in range(len(hands)))
        hands_left = _frozen(hands_without(hands, cards))
        later_counts = _rest_of_round(_frozen(rows_after), hands_left, professional, capacity)
        for later, count in later_counts.items():
            counts[_sum(now, later)] += count
    return counts


def _outcome(counts: Counter[_Result], seat: int, taken: Sequence[int]) -> Outcome:
    """Turn the counted results into means."""
    total = counts.total()
    if total == 0:
        raise ValueError("no deal agrees with what is known")
    own = own_squared = this_turn = take = relative = rank = Fraction(0)
    for result, count in counts.items():
        chance = Fraction(count, total)
        own_heads = result.from_now[seat]
        others_heads = sum(result.from_now) - own_heads
        own += chance * own_heads
        own_squared += chance * own_heads**2
        this_turn += chance * result.own_this_turn
        take += chance * result.took_row
        relative += chance * (own_heads - Fraction(others_heads, len(result.from_now) - 1))
        rank += chance * ranks(_sum(tuple(taken), result.from_now))[seat]
    return Outcome(own, this_turn, take, relative, rank, own_squared - own**2)


def _sum(left: BullHeads, right: BullHeads) -> BullHeads:
    """Add the bull heads of each seat."""
    return tuple(a + b for a, b in zip(left, right, strict=True))


def _frozen(lists: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return lists of cards as tuples, which can be remembered."""
    return tuple(tuple(cards) for cards in lists)
