"""Deals that fit what was played: against all deals, weighed one by one, and on every path."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np
import pytest
from numpy.random import SFC64

from kernel.networks import network_of, random_weights
from nimmt_core._belief import Belief
from nimmt_core._deals import Dealer
from nimmt_core._lanes import PATHS
from reference.belief import Hands, Turn, all_deals, likelihood

WEIGHTS = random_weights(Random("belief"), 16, 400, 1500)
DRAWS = 6_400


@dataclass(frozen=True)
class Case:
    """A round of three in which two turns have been played; seat 1 wants to know."""

    top_card: int
    unseen: Sequence[int]
    professional: bool = False
    known: dict[int, list[int]] = field(default_factory=dict)
    excluded: dict[int, list[int]] = field(default_factory=dict)

    seat = 1
    own = (7, 18)
    turns = (
        Turn([[2], [9], [13]], [2, 9, 13], [4, 10, 16]),
        Turn([[2, 4], [9, 10], [13, 16]], [2, 4, 9, 10, 13, 16], [3, 11, 17]),
    )

    def belief(self, tries: int, sharpness: float = 1.0, turns: int = 2) -> Belief:
        """Return the kernel's belief."""
        known = [self.known.get(seat, []) for seat in range(3)]
        known[self.seat] = [*self.own]
        excluded = [self.excluded.get(seat, []) for seat in range(3)]
        return Belief(
            Dealer(known, self.unseen, 2, excluded),
            network_of(WEIGHTS),
            [(turn.rows, turn.seen, turn.plays) for turn in self.turns[2 - turns :]],
            self.seat,
            5,
            self.professional,
            self.top_card,
            self.unseen,
            excluded,
            tries,
            sharpness,
        )

    def posterior(self, sharpness: float = 1.0) -> dict[Hands, float]:
        """Weigh every deal that fits."""
        fits = {}
        free = {seat: 2 - len(self.known.get(seat, [])) for seat in (0, 2)}
        for dealt in all_deals(self.unseen, [free[0], free[2]]):
            hands = [
                tuple(sorted([*hand, *self.known.get(seat, [])]))
                for seat, hand in zip((0, 2), dealt, strict=True)
            ]
            weight = 1.0
            for seat, hand in zip((0, 2), hands, strict=True):
                if set(hand) & {*self.excluded.get(seat, [])}:
                    weight = 0.0
                weight *= likelihood(
                    hand, seat, self.turns, WEIGHTS, self.top_card, 5, self.professional
                )
            if weight:
                fits[tuple(hands)] = weight**sharpness
        total = sum(fits.values())
        return {hands: weight / total for hands, weight in fits.items()}


CASES = {
    "some left over": Case(20, [1, 5, 6, 8, 12, 14, 19]),
    "none left over": Case(20, [5, 8, 14, 20]),
    "professional": Case(20, [1, 5, 8, 14, 15, 19, 20], professional=True),
    "known": Case(20, [1, 5, 6, 8, 14, 15, 19], known={2: [12]}),
    "excluded": Case(20, [1, 5, 6, 8, 14, 15], excluded={0: [5, 6], 2: [15]}),
}
by_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def drawn(belief: Belief, count: int = DRAWS, seed: int = 1) -> dict[Hands, float]:
    """Draw deals; return how often each is found."""
    deals = np.sort(belief.deals(SFC64(seed), count), axis=2)
    assert (deals[:, Case.seat] == Case.own).all()
    found = Counter((tuple(deal[0].tolist()), tuple(deal[2].tolist())) for deal in deals)
    return {hands: number / count for hands, number in found.items()}


def apart(one: dict[Hands, float], other: dict[Hands, float]) -> float:
    """Return the total variation distance."""
    return sum(abs(one.get(hands, 0) - other.get(hands, 0)) for hands in {*one, *other}) / 2


@by_case
@pytest.mark.parametrize("sharpness", [1.0, 0.5])
def test_deals_are_drawn_by_how_likely_they_make_the_plays(case: Case, sharpness: float) -> None:
    posterior = case.posterior(sharpness)
    blind = {hands: 1 / len(posterior) for hands in posterior}
    found = drawn(case.belief(256, sharpness))
    assert found.keys() <= posterior.keys()
    # What is left is the noise of the draws, and what so few tries leave of the blind deal.
    noise = sum(np.sqrt(chance / DRAWS / (2 * np.pi)) for chance in posterior.values())
    assert apart(found, posterior) < noise + 0.02
    assert apart(found, posterior) < apart(blind, posterior) / 3


@by_case
def test_blind_deals_are_those_of_the_dealer(case: Case) -> None:
    for belief in (case.belief(1), case.belief(8, turns=0)):
        found = drawn(belief)
        chance = 1 / len(case.posterior())
        assert found.keys() == case.posterior().keys()
        assert all(abs(share - chance) < 5 * np.sqrt(chance / DRAWS) for share in found.values())


@by_case
def test_every_path_deals_the_same(case: Case) -> None:
    for count in (1, 64, 200):
        deals = [case.belief(4).deals(SFC64(3), count, path) for path in PATHS[1:]]
        assert all((dealt == deals[0]).all() for dealt in deals)


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="2 turns and 0 tries"):
        CASES["known"].belief(0)
