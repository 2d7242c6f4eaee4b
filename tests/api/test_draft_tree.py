"""Trees of the last picks: by plain Python over the same values, and by playouts around them."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import nimmt
from nimmt.analysis.draft_tree import PickTree
from nimmt.analysis.styles import STYLES, styles_of
from nimmt.draft import DraftView
from reference.picks import best_line

Owners = frozenset[tuple[int, ...]]


def tree_of(players: int, left: int, first: int) -> tuple[nimmt.Draft, PickTree]:
    rules = nimmt.Rules(players=players, card_set="logical", hand_size=3)
    picks = Random(left).sample(rules.cards, players * 3 - left)
    draft = nimmt.Draft(rules, first, picks)
    assert draft.to_pick is not None
    view: DraftView = draft.view(draft.to_pick)
    return draft, PickTree(view, picks)


def worths(tree: PickTree, players: int, seed: int) -> NDArray[np.float64]:
    """Return some values of the complete drafts."""
    return np.random.default_rng(seed).normal(scale=4.0, size=(len(tree.drafts), players))


def hands_of(draft: nimmt.Draft, picks: list[int]) -> tuple[frozenset[int], ...]:
    players = draft.rules.players
    return tuple(
        frozenset(picks[(seat - draft.first) % players :: players]) for seat in range(players)
    )


@pytest.mark.parametrize(("players", "left"), [(2, 1), (2, 2), (2, 4), (3, 3), (4, 3)])
def test_everybody_picks_what_is_best_as_plain_python_does(players: int, left: int) -> None:
    draft, tree = tree_of(players, left, first=1)
    values = worths(tree, players, left)
    by_hands = {
        hands_of(draft, picks): tuple(worth)
        for picks, worth in zip(tree.drafts.tolist(), values.tolist(), strict=True)
    }
    assert len(by_hands) == len(tree.drafts)
    policy = tree.policy(values)
    for card in draft.remaining:
        (line,) = tree.completed(policy, card, np.zeros((1, left))).tolist()
        assert line == best_line([*draft.picks, card], draft.first, draft.rules.top_card, by_hands)


def test_others_pick_by_their_styles_and_the_asker_what_is_best_against_that() -> None:
    draft, _ = tree_of(2, 4, first=0)
    weights = np.zeros((2, len(STYLES)))
    weights[:, [STYLES.index("highest"), STYLES.index("random")]] = 0.9, 0.1
    tree = PickTree(draft.view(0), draft.picks, weights)
    values = worths(tree, 2, 3)
    policy = tree.policy(values)
    numbers = np.random.default_rng(1).random((4000, 4))
    card = draft.remaining[2]
    found = tree.completed(policy, card, numbers)[:, -3:]
    rest = [other for other in draft.remaining if other != card]
    assert set(found[:, 0].tolist()) <= set(rest)
    # Seat 1 takes the highest card as often as the style does, and what is best in a tenth.
    likes = styles_of(draft.rules).likes(draft.hands[1])[STYLES.index("highest")]
    chances = np.exp([likes[other - 1] for other in rest])
    chances *= 0.9 / chances.sum()
    shares = np.array([(found[:, 0] == other).mean() for other in rest])
    extra = shares - chances
    assert extra.max() == pytest.approx(0.1, abs=0.025)
    assert np.delete(extra, extra.argmax()) == pytest.approx(0, abs=0.025)
    # After each answer, seat 0 takes the card that leads to the least on average.
    order = {key(picks): number for number, picks in enumerate(tree.drafts)}
    for answer in set(found[:, 0].tolist()):
        (own,) = {line[1] for line in found.tolist() if line[0] == answer}
        means = {}
        for other in rest:
            if other == answer:
                continue
            left = [last for last in rest if last not in (answer, other)]
            likely = np.exp(
                [
                    styles_of(draft.rules).likes([*draft.hands[1], answer])[
                        STYLES.index("highest"), last - 1
                    ]
                    for last in left
                ]
            )
            ends = np.array(
                [
                    values[order[key(np.array([*draft.picks, card, answer, other, last]))]]
                    for last in left
                ]
            )
            means[other] = (
                0.9 * (likely / likely.sum()) @ ends[:, 0] + 0.1 * ends[ends[:, 1].argmin(), 0]
            )
        assert own == min(means, key=means.__getitem__)


def test_playouts_find_lines_that_are_as_good_as_the_best() -> None:
    draft, tree = tree_of(2, 4, first=0)
    values = worths(tree, 2, 1)
    order = {key(picks): number for number, picks in enumerate(tree.drafts)}
    seen: list[int] = []

    def play(picks: NDArray[np.uint8], number: int) -> NDArray[np.float64]:
        seen.append(len(picks))
        means = values[[order[key(draft)] for draft in picks]]
        noise = np.random.default_rng(number).normal(scale=0.5, size=means.shape)
        return np.asarray(means + noise)

    found, best = tree.searched(play, np.random.default_rng(1)), tree.policy(values)
    one = np.zeros((1, 4))
    for card in draft.remaining:
        ends = [tree.completed(policy, card, one)[0] for policy in (found, best)]
        reached, wanted = (values[order[key(picks)], 0] for picks in ends)
        assert reached == pytest.approx(wanted, abs=0.6)
    assert seen[0] == 16 * len(tree.drafts)
    assert max(seen[1:]) < seen[0] / 2


def key(picks: NDArray[np.uint8]) -> Owners:
    """Return the hands of a complete draft of two."""
    return frozenset({(0, *sorted(picks[::2].tolist())), (1, *sorted(picks[1::2].tolist()))})
