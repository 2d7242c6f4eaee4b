"""Which play, or to draw: known answers, chances by counting, errors, and repeats."""

import json

import pytest

from nimmt.errors import IllegalActionError, LimitError, NimmtError
from nimmt.limits import Limit
from nimmt.rummikub import InformationSet, Position, Rules, Tile, solve
from nimmt.rummikub.adviser import recommend
from nimmt.rummikub.tiles import COLOURS, NUMBERS, Colour

TWO = Rules(players=2, jokers=0)


def ending(own: str, other: str, rules: Rules = TWO) -> InformationSet:
    """Return the view of a round without a pool: all tiles but these lie in runs on the table."""
    missing = set((own + " " + other).split())
    table = []
    for copy in range(2):
        for colour in Colour:
            tiles = [Tile.of(colour, number) for number in range(1, NUMBERS + 1)]
            table.append([tile for tile in tiles if copy or tile.name not in missing])
    assert len(table) == 2 * COLOURS
    return Position(table, [own, other], rules, melded=[True, True]).information_set(0)


def test_an_ending_is_exact() -> None:
    found = recommend(ending("K13", "R12 R13"), rng=1, limit=Limit(samples=4))
    play, passing = found.candidates
    assert (play.action, play.score, play.std_error) == ("lay K13", 25, 0)
    assert (passing.action, passing.score) == ("pass", -13)
    assert (passing.difference, passing.difference_error) == (-38, 0)
    assert play.why == "Goes out."
    assert "one of them goes out in >99% of the deals" in passing.why
    assert not found.estimated
    assert found.best is play


def test_a_chance_can_be_counted() -> None:
    # The other seat has one tile; it goes out with it if it fits a run or the group.
    view = InformationSet(["K1 K2 K3", "R5 B5 O5"], "R9 R11 B2", TWO, sizes=[3, 1])
    fitting = ["K4", "K5"]
    found = recommend(view, rng=3, limit=Limit(samples=2000))
    assert [one.action for one in found.candidates] == ["draw"]
    (other, own) = found.best.outlooks
    unseen = [tile.name for tile in view.unseen]
    fitting = [name for name in unseen if name in ("K4", "K5")]
    alone = [
        name
        for name in set(unseen)
        if solve(table=view.table, rack=name, rules=TWO, fewest_changes=False).possible
    ]
    chance = sum(unseen.count(name) for name in alone) / len(unseen)
    assert "K4" in alone
    assert "K5" in alone
    assert len(fitting) == 4
    assert other.seat == 1
    assert own.seat == 0
    assert abs(other.lays - chance) < 4 * other.lays_error
    assert other.out == other.lays == other.tiles
    assert found.estimated is False  # there is nothing to choose


def test_every_candidate_is_a_legal_play() -> None:
    view = InformationSet(
        ["K1 K2 K3", "R5 R6 J"], "K4 R9 B9 O9 J R7", Rules(players=3), sizes=[6, 9, 5]
    )
    found = recommend(view, rng=1, limit=Limit(samples=10))
    assert len(found.candidates) == 4
    for one in found.candidates:
        if one.table_if_played is not None:
            assert view.problems_with(one.table_if_played) == ()
        assert one.difference <= 0
        assert one.difference == pytest.approx(one.score - found.best.score)
    assert found.best.play is not None
    assert found.best.play.goes_out
    assert found["draw"].play is None
    assert "highest value" in found.best.aims


def test_forced_plays_leave_no_choice_to_draw() -> None:
    view = InformationSet(["K1 K2 K3"], "K4 R9", Rules(players=2, forced_play=True), sizes=[2, 9])
    actions = [one.action for one in recommend(view, rng=1, limit=Limit(samples=2)).candidates]
    assert actions == ["lay K4"]


def test_answers_repeat() -> None:
    view = InformationSet(["K1 K2 K3"], "K4 R9", Rules(players=2), sizes=[2, 5])
    limit = Limit(samples=25)
    found = recommend(view, rng=5, limit=limit)
    assert recommend(view, rng=5, limit=limit, workers=2) == found
    assert recommend(view, rng=found.seed, limit=limit) == found
    assert found.samples == 25
    data = json.loads(json.dumps(found.to_dict()))
    assert data["candidates"][0]["action"] == found.best.action
    assert data["estimated"] is True
    assert data["silent"] == []
    assert str(found.seed) in str(found)


def test_it_stops_when_told() -> None:
    view = InformationSet(["K1 K2 K3"], "K4 R9", Rules(players=2), sizes=[2, 5])
    seen = []

    def progress(deals: int, error: float) -> bool:
        seen.append((deals, error))
        return True

    assert recommend(view, rng=5, limit=Limit(samples=500), progress=progress).samples == 10
    assert seen[0][0] == 10


def test_rules_of_all_kinds() -> None:
    wrap = Rules(players=2, wrap=True)
    view = InformationSet(["K11 K12 K13"], "K1 K2 R9 B4", wrap, sizes=[4, 9])
    found = recommend(view, rng=3, limit=Limit(samples=20))
    assert "lay K1 K2" in {each.action for each in found.candidates}
    # The freed joker may lie behind blue 3, but only where that is no matter of rules.
    for option, action in (("anywhere", "lay K2"), ("new_set", "draw")):
        rules = Rules(players=2, freed_joker=option)
        view = InformationSet(["K1 J K3", "B1 B2 B3"], "K2 R9", rules, sizes=[2, 9])
        found = recommend(view, rng=3, limit=Limit(samples=20))
        assert {each.action for each in found.candidates} == {action, "draw"}


def test_what_cannot_be_asked() -> None:
    view = InformationSet(["K1 K2 K3"], "K4 R9", Rules(players=2), sizes=[2, 5])
    with pytest.raises(NimmtError, match="needs an InformationSet of Rummikub, not Position"):
        recommend(Position(["K1 K2 K3"], ["K4", "R9"]))  # type: ignore[arg-type]
    with pytest.raises(IllegalActionError, match="it is seat 1's turn, not seat 0's"):
        recommend(InformationSet(["K1 K2 K3"], "K4", Rules(players=2), turn=1))
    with pytest.raises(IllegalActionError, match="the round is over"):
        recommend(InformationSet(["K1 K2 K3"], "K4", Rules(players=2), sizes=[1, 0]))
    with pytest.raises(LimitError, match="workers 0"):
        recommend(view, workers=0)
    with pytest.raises(LimitError, match="rng -1"):
        recommend(view, rng=-1)
