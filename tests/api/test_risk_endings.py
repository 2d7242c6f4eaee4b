"""``risk`` in the endings of tactical games: what can be proved by counting cards is proved."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

import nimmt
from api.small_turns import referee

ENDINGS = 100


def ending(random: Random, placement: str) -> nimmt.InformationSet:
    """Play a tactical round at random up to its last turns; one player counted the cards.

    It may have learned of a card or two that others do not hold, too.
    """
    players = random.choice([2, 3, 3, 4])
    left = 2 if players == 4 else random.choice([2, 3])
    rules = nimmt.Rules(players=players, placement=placement, card_set="tactical")
    game = nimmt.Game(rules, rng=random.randrange(10**6))
    game.deal()
    while game.phase is not nimmt.Phase.PLAY or game.position.hand_size > left:
        if game.phase is nimmt.Phase.PLAY:
            game.play([random.choice(hand) for hand in game.position.hands])
        else:
            game.choose(random.choice(game.position.options))
    view = game.information_set(0)
    assert view.unaccounted == 0
    lacking = tuple(
        tuple(random.sample(sorted({*view.unseen} - {*hand}), random.choice([0, 0, 1])))
        if players > 2 and seat
        else ()
        for seat, hand in enumerate(game.position.hands)
    )
    return replace(view, excluded=lacking)


@pytest.mark.parametrize("placement", ["standard", "professional"])
def test_what_can_be_proved_is_proved(placement: str) -> None:
    random = Random(f"endings {placement}")
    seen: Counter[str] = Counter()
    for _ in range(ENDINGS):
        view = ending(random, placement)
        risks = nimmt.risk(view)
        for card, right in referee(view).items():
            entry = risks[card]
            where = f"{view}: {card}"
            assert entry.safe == (right.most == 0), where
            assert entry.certain == (right.least > 0), where
            assert (entry.least, entry.most) == (right.least, right.most), where
            assert entry.expected == pytest.approx(float(right.mean), abs=1e-12), where
            seen["safe"] += entry.safe
            seen["certain"] += entry.certain
            seen["neither"] += not entry.safe and not entry.certain
            # Counting what could cut in does not prove these.
            seen["safe all the same"] += entry.safe and entry.outlook.cut_in >= entry.outlook.room
            seen["excluded"] += any(view.excluded)
    assert seen["excluded"] > 20
    assert seen["safe"] > 50
    assert seen["certain"] > 10
    assert seen["neither"] > 20
    assert seen["safe all the same"] > 5
