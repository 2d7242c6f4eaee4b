"""What complete drafts are worth without playing them: features by hand, and how well it tells."""

import json
from importlib.resources import files
from random import Random

import numpy as np
import pytest

import nimmt
from nimmt.analysis.draft_model import draft_features, draft_values, values_of_drafts
from nimmt.analysis.network import network_of
from nimmt.analysis.styles import STYLES, styles_of
from nimmt.errors import IllegalActionError, RulesError
from nimmt.seeding import block_generator
from nimmt_core import _drafted

DISTANCES = 12


def plain_features(draft: nimmt.Draft, seat: int) -> list[float]:
    """Count the features of a hand."""
    hand = draft.hands[seat]
    rows = [row[0] for row in draft.rows]
    top_card = draft.rules.top_card
    features = [float(card in hand) for card in draft.rules.cards]
    features += [
        sum(card + distance in hand for card in hand) for distance in range(1, DISTANCES + 1)
    ]
    between = []
    for card in hand:
        ends = [row for row in rows if row < card]
        if ends:
            others = [
                other
                for other in range(max(ends) + 1, card)
                if other not in hand and other not in rows
            ]
            between.append(min(len(others), 15))
    features += [between.count(number) for number in range(16)]
    low = len(hand) - len(between)
    features += [low, *(float(low == number) for number in range(1, 8))]
    places = [(card - 1) / top_card for card in hand]
    means = [float(np.mean([card - 1 for card in other])) / top_card for other in draft.hands]
    mean, spread, apart = means[seat], float(np.std(places)), float(np.std(means))
    features += [*places, mean**2, mean**3, spread, spread**2, mean * spread]
    features += [mean == max(means), mean == min(means), mean * apart, mean**2 * apart]
    return features + [mean * (row - 1) / top_card for row in rows]


@pytest.mark.parametrize("players", [2, 3, 7, 10])
def test_features_are_those_counted_by_hand(players: int) -> None:
    rules = nimmt.Rules(players=players, card_set="logical")
    random = Random(players)
    drafts = [
        nimmt.Draft(rules, 1, random.sample(rules.cards, 10 * players)),
        nimmt.Draft(rules, 1, list(rules.cards)[4:]),
    ]
    picks = np.array([draft.picks for draft in drafts], dtype=np.uint8)
    found = draft_features(rules, picks, 1)
    for draft, features in zip(drafts, found, strict=True):
        expected = np.array([plain_features(draft, seat) for seat in range(players)])
        assert features == pytest.approx(expected - expected.mean(axis=0), abs=1e-5)


@pytest.mark.parametrize(
    ("players", "placement"), [(2, "standard"), (4, "standard"), (4, "professional")]
)
def test_values_are_near_what_playing_costs(players: int, placement: str) -> None:
    """On drafts that were not fitted to, the error is what the file says, about."""
    rules = nimmt.Rules(players=players, placement=placement, card_set="logical")
    styles = styles_of(rules)
    count, repeats = 640, 6
    drawn = np.random.default_rng(5).integers(0, len(STYLES), (players, count)).astype(np.uint8)
    picks = _drafted.complete_drafts(
        styles.scores, styles.pairs, drawn, [], players, 0, 10, 4, block_generator(99, 0)
    )
    plays = []
    for number in range(repeats):
        costs = _drafted.play_drafts(
            network_of(rules), picks, players, 0, 4, 5, rules.professional,
            block_generator(99, 1 + number),
        )  # fmt: skip
        paid = np.take_along_axis(costs, picks.astype(np.int64) - 1, axis=1)
        heads = paid.reshape(count, -1, players).sum(axis=1, dtype=np.float64)
        plays.append(heads - heads.mean(axis=1, keepdims=True))
    found = values_of_drafts(rules, picks)
    chance = float(np.var(plays, axis=0, ddof=1).mean()) / repeats
    left = float(((np.mean(plays, axis=0) - found) ** 2).mean()) - chance
    file = json.loads((files("nimmt") / "weights" / "drafts.json").read_text())
    stated = file[placement][str(players)]["error"]
    assert 0.7 * stated < left**0.5 < 1.3 * stated


def test_one_draft_is_valued_as_many_are() -> None:
    rules = nimmt.Rules(players=3, card_set="logical")
    draft = nimmt.Draft(rules, 2, Random(1).sample(rules.cards, 30))
    values = draft_values(draft)
    assert sum(values) == pytest.approx(0, abs=1e-4)
    picks = np.array([draft.picks], dtype=np.uint8)
    assert values_of_drafts(rules, picks, 2)[0].tolist() == pytest.approx(values)


def test_what_was_not_measured_is_refused() -> None:
    rules = nimmt.Rules(players=2, card_set="logical")
    with pytest.raises(IllegalActionError, match="not over: 1 cards are picked, 20 were expected"):
        draft_values(nimmt.Draft(rules, 0, [3]))
    small = nimmt.Rules(players=2, card_set="logical", hand_size=1)
    with pytest.raises(RulesError, match="hands of 10, not for logical cards, 4 rows of 5"):
        draft_values(nimmt.Draft(small, 0, [3, 4]))
