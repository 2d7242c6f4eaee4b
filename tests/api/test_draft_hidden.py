"""Hidden picks: the drafts that may have been against all of them, gone through one by one."""

from itertools import permutations, product

import numpy as np
import pytest
from numpy.typing import NDArray

import nimmt
from nimmt.analysis.draft_hidden import hidden_picks
from nimmt.analysis.styles import STYLES, styles_of


def rules_of(players: int) -> nimmt.Rules:
    return nimmt.Rules(players=players, card_set="logical", public_picks=False, hand_size=2)


def every_draft(
    draft: nimmt.Draft, seat: int
) -> tuple[dict[tuple[int, ...], float], NDArray[np.float64]]:
    """Return the chance of every way to pick what is gone, and of every seat's styles."""
    rules = draft.rules
    players, likes_of = rules.players, styles_of(rules)
    own = draft.hands[seat]
    gone = [card for card in draft.picks if card not in own]
    others = [other for other in range(players) if other != seat]
    chances: dict[tuple[int, ...], float] = {}
    weights = np.zeros((players, len(STYLES)))
    for mine, theirs in product(permutations(own), permutations(gone)):
        of_own, of_others = iter(mine), iter(theirs)
        order = [
            next(of_own if (draft.first + number) % players == seat else of_others)
            for number in range(len(draft.picks))
        ]
        for styles in product(range(len(STYLES)), repeat=len(others)):
            chance, left = 1.0, list(rules.cards)
            hands: dict[int, list[int]] = {other: [] for other in range(players)}
            for number, card in enumerate(order):
                picker = (draft.first + number) % players
                if picker != seat:
                    likes = likes_of.likes(hands[picker])[styles[others.index(picker)]]
                    liked = np.exp([likes[other - 1] for other in left])
                    chance *= float(liked[left.index(card)] / liked.sum())
                hands[picker].append(card)
                left.remove(card)
            chances[tuple(order)] = chances.get(tuple(order), 0.0) + chance
            for other, style in zip(others, styles, strict=True):
                weights[other, style] += chance
    total = sum(chances.values())
    return {order: chance / total for order, chance in chances.items()}, weights / total


@pytest.mark.parametrize(
    ("players", "picks", "first"),
    [(2, (8, 1, 7), 0), (2, (2, 5, 1), 1), (3, (10, 1, 5, 9, 2), 0), (3, (6, 4, 5), 2)],
)
def test_drafts_and_styles_are_as_likely_as_all_drafts_say(
    players: int, picks: tuple[int, ...], first: int
) -> None:
    draft = nimmt.Draft(rules_of(players), first, picks)
    seat = draft.to_pick
    assert seat is not None
    chances, weights = every_draft(draft, seat)
    found = hidden_picks(draft.view(seat), np.random.default_rng(1), drafts=6000)
    others = [other for other in range(players) if other != seat]
    assert found.weights[others] == pytest.approx(weights[others], abs=0.02)
    assert found.chances.sum() == pytest.approx(1)
    shares: dict[tuple[int, ...], float] = {}
    for order, chance in zip(found.picks.tolist(), found.chances.tolist(), strict=True):
        shares[tuple(order)] = shares.get(tuple(order), 0.0) + chance
    assert set(shares) <= set(chances)
    for order, chance in chances.items():
        assert shares.get(order, 0.0) == pytest.approx(chance, abs=0.03)


def test_every_draft_has_the_own_picks_and_what_is_gone() -> None:
    rules = nimmt.Rules(players=10, card_set="logical", public_picks=False)
    draft = nimmt.Draft(rules, 3, np.random.default_rng(1).permutation(104)[:97] + 1)
    seat = draft.to_pick
    assert seat is not None
    found = hidden_picks(draft.view(seat), np.random.default_rng(1), drafts=32)
    gone = sorted(draft.picks)
    turns = [number for number in range(97) if (3 + number) % 10 == seat]
    for order, style in zip(found.picks.tolist(), found.styles, strict=True):
        assert sorted(order) == gone
        assert sorted(order[turn] for turn in turns) == list(draft.hands[seat])
        assert style.sum(axis=1) == pytest.approx(1)
    assert found.chances.min() >= 0


def test_what_is_gone_tells_who_takes_the_highest_cards() -> None:
    # All the high cards are gone, and the own ones are low.
    rules = nimmt.Rules(players=2, card_set="logical", public_picks=False)
    picks = [card for pair in zip(range(24, 18, -1), range(5, 11), strict=True) for card in pair]
    view = nimmt.Draft(rules, 1, [1, *picks]).view(0)
    weights = hidden_picks(view, np.random.default_rng(1)).weights
    assert weights[1, STYLES.index("lowest")] < 0.01
    other = nimmt.Draft(rules, 0, picks).view(0)
    weights = hidden_picks(other, np.random.default_rng(1)).weights
    assert STYLES[int(weights[1].argmax())] != "highest"
