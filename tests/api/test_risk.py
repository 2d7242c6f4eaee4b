"""``risk``: what it takes, what it gives back, and how it stops."""

import json
import pickle
import signal
import threading
import time
from random import Random
from typing import Any

import pytest

import nimmt
from nimmt.analysis.risk import DEFAULT_BUDGET
from nimmt.errors import IllegalActionError, LimitError

TEXT = "4,13/21/40,44,47,50/77 1,14,55,80 p=5"
# Professional placement with four known cards of each seat: many seconds of work.
LONG = (
    "4/40/70/90 8,15,33,44,51,63,75,82,95,103 p=10 pro has="
    "1:11,21,37,84/2:19,66,69,73/3:16,30,56,72/"
    "4:1,5,57,64/5:17,34,39,97/6:3,47,79,89/"
    "7:2,31,91,94/8:38,54,76,98/9:18,32,36,74"
)
FOREVER = 10**12


def view_of(text: str) -> nimmt.InformationSet:
    view = nimmt.parse_position(text)
    assert isinstance(view, nimmt.InformationSet)
    return view


def test_every_card_has_an_entry() -> None:
    risks = nimmt.risk(view_of(TEXT))
    assert [entry.card for entry in risks] == [1, 14, 55, 80]
    assert len(risks) == 4
    assert risks[55] is risks.cards[2]
    with pytest.raises(KeyError):
        risks[56]


def test_exact_answers_name_no_seed() -> None:
    risks = nimmt.risk(view_of(TEXT), rng=5)
    assert (risks.exact, risks.seed, risks.samples) == (True, None, 0)
    assert all(entry.exact for entry in risks)
    assert risks == nimmt.risk(view_of(TEXT), rng=6)


def test_estimates_repeat_with_their_seed_and_any_workers() -> None:
    limit = nimmt.Limit(samples=10_000)
    risks = nimmt.risk(view_of(TEXT), budget=0, limit=limit)
    assert (risks.exact, risks.samples) == (False, 10_000)
    assert not any(entry.exact for entry in risks)
    assert risks.seed is not None
    again = nimmt.risk(view_of(TEXT), budget=0, limit=limit, rng=risks.seed, workers=3)
    assert again == risks
    other = nimmt.risk(view_of(TEXT), budget=0, limit=limit, rng=risks.seed + 1)
    assert other != risks


def test_an_estimate_stops_at_its_standard_error() -> None:
    rough = nimmt.risk(view_of(TEXT), budget=0, limit=nimmt.Limit(std_error=0.5), rng=1)
    fine = nimmt.risk(view_of(TEXT), budget=0, limit=nimmt.Limit(std_error=0.02), rng=1)
    assert max(entry.std_error for entry in fine) <= 0.02
    assert rough.samples < fine.samples


def test_an_estimate_stops_in_time() -> None:
    risks = nimmt.risk(view_of(TEXT), budget=0, limit=nimmt.Limit(seconds=0.01), rng=1)
    repeated = nimmt.risk(view_of(TEXT), budget=0, limit=nimmt.Limit(samples=risks.samples), rng=1)
    assert repeated.cards == risks.cards


@pytest.mark.parametrize("budget", [0, DEFAULT_BUDGET])
def test_text_and_json_say_the_same(budget: int) -> None:
    risks = nimmt.risk(view_of(TEXT), budget=budget, limit=nimmt.Limit(samples=2000), rng=1)
    data = json.loads(json.dumps(risks.to_dict()))
    assert data["position"] == TEXT
    assert data["exact"] == risks.exact
    lines = str(risks).splitlines()
    for line, entry, values in zip(lines[1:], risks, data["cards"], strict=False):
        assert line.split()[0] == str(entry.card) == str(values["card"])
        assert f"{values['expected']:.2f}" in line
        assert values["distribution"] == list(entry.distribution)
        assert values["why"] == entry.why
        assert ("safe" in line, "certain" in line) == (values["safe"], values["certain"])
        assert ("± s.e." in lines[0]) == (not values["exact"])
    assert ("seed 1" in lines[-1]) == (not risks.exact)


def test_why_names_the_verdict_and_the_reason() -> None:
    risks = nimmt.risk(view_of(TEXT))
    assert risks[14].why.startswith("Safe. 14 lands on row 0")
    assert risks[1].why.startswith("Certain to take a row. 1 fits nowhere")
    assert risks[55].why.startswith("55 lands on row 2")


def test_results_are_values() -> None:
    risks = nimmt.risk(view_of(TEXT))
    assert pickle.loads(pickle.dumps(risks)) == risks
    with pytest.raises(AttributeError):
        risks.cards = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        risks[55].chance = 0.0  # type: ignore[misc]


@pytest.mark.parametrize("given", ["4/13 5", [[4], [13]], 5])
def test_only_an_information_set_will_do(given: Any) -> None:
    with pytest.raises(TypeError, match="takes an InformationSet, not " + type(given).__name__):
        nimmt.risk(given)


def test_a_position_has_one_for_each_seat() -> None:
    position = nimmt.parse_position("4/13/40/77 5,14/31,99")
    with pytest.raises(TypeError, match="not Position; a Position has one for each seat"):
        nimmt.risk(position)  # type: ignore[arg-type]


def test_the_plain_form_is_the_same_question() -> None:
    rows, hand = [[4, 13], [21], [40, 44, 47], [77]], [5, 14, 48, 80, 99]
    rules = nimmt.Rules(5, placement="professional")
    knowledge: dict[str, Any] = {"seen": [30], "known": {1: [60]}, "excluded": {3: [61]}}
    view = nimmt.InformationSet(rows, hand, rules, seat=2, **knowledge)
    asked = {"players": 5, "placement": "professional", "seat": 2, **knowledge}
    assert nimmt.risk(rows=rows, hand=hand, **asked) == nimmt.risk(view)
    tactical = nimmt.risk(rows=rows, hand=hand, players=10, card_set="tactical")
    assert tactical.view.rules == nimmt.Rules(10, card_set="tactical")


@pytest.mark.parametrize("asked", [{}, {"rows": [[4]]}, {"hand": [5]}, {"players": 5}])
def test_rows_and_hand_are_needed(asked: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="rows= and hand="):
        nimmt.risk(**asked)


@pytest.mark.parametrize("asked", [{"rows": [[4]]}, {"seat": 0}, {"card_set": "tactical"}])
def test_a_view_and_the_plain_form_do_not_mix(asked: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=f"{next(iter(asked))}="):
        nimmt.risk(view_of(TEXT), **asked)


def test_progress_is_told_after_every_block_and_may_stop_an_estimate() -> None:
    told: list[tuple[int, float]] = []

    def progress(deals: int, std_error: float) -> bool:
        told.append((deals, std_error))
        return len(told) == 3

    limit = nimmt.Limit(seconds=3600)
    risks = nimmt.risk(view_of(TEXT), budget=0, limit=limit, rng=1, progress=progress)
    assert [deals for deals, _ in told] == [4096, 8192, 12_288]
    assert risks.samples == 12_288
    assert max(entry.std_error for entry in risks) == told[-1][1]
    finished = nimmt.risk(view_of(TEXT), budget=0, limit=nimmt.Limit(samples=12_288), rng=1)
    assert finished.cards == risks.cards
    told.clear()
    nimmt.risk(view_of(TEXT), progress=progress)
    assert told == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("40/50,55/60/70,71 12,90 now=0:3,1:5,2:66,3:80", "seat 0 has a row to choose"),
        ("4/13/40/77 - p=5", "hand is empty"),
    ],
)
def test_there_must_be_a_card_to_play(text: str, message: str) -> None:
    with pytest.raises(IllegalActionError, match=message):
        nimmt.risk(view_of(text))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"budget": -1}, "budget -1"),
        ({"budget": 1.5}, "budget 1.5"),
        ({"budget": True}, "budget True"),
        ({"budget": 1 << 63}, "budget 9223372036854775808"),
        ({"limit": 100}, "limit 100 is not a Limit"),
        ({"limit": nimmt.Limit(nodes=5)}, "has no samples, seconds or std_error"),
        ({"rng": -3}, "rng -3"),
        ({"workers": 0}, "workers 0"),
    ],
)
def test_options_that_make_no_sense_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(LimitError, match=message):
        nimmt.risk(view_of(TEXT), **options)


def test_hands_of_the_largest_size_and_many_rows() -> None:
    rules = nimmt.Rules(players=7, rows=8, row_capacity=16, hand_size=16, deck_size=127)
    cards = Random(1).sample(range(1, 128), 24)
    view = nimmt.InformationSet([[card] for card in cards[:8]], cards[8:], rules)
    for entry in nimmt.risk(view):
        assert entry.exact
        assert sum(entry.distribution) == pytest.approx(1, abs=1e-12)


def test_no_cards_of_the_others_are_unknown() -> None:
    risks = nimmt.risk(view_of("4/21/40/77 30,90 p=2 has=1:25,26"))
    assert [(entry.safe, entry.chance) for entry in risks] == [(True, 0), (True, 0)]


def test_an_interruption_ends_it() -> None:
    def interrupt() -> None:
        time.sleep(0.5)
        signal.raise_signal(signal.SIGINT)

    def press_ctrl_c(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, press_ctrl_c)
    presser = threading.Thread(target=interrupt)
    try:
        presser.start()
        with pytest.raises(KeyboardInterrupt):
            nimmt.risk(view_of(LONG), budget=FOREVER)
    finally:
        presser.join()
        signal.signal(signal.SIGINT, before)


def test_others_threads_go_on_meanwhile() -> None:
    worker = threading.Thread(
        target=nimmt.risk, args=(view_of(LONG),), kwargs={"budget": 4_000_000}
    )
    worker.start()
    turns = 0
    while worker.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 20
