"""A training: steps along the gradient, with a curve and a file to go on from."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.network import ARRAYS, network_of
from nimmt.errors import NimmtError
from nimmt.rules import CardSet, Placement, Rules
from nimmt.training.adam import Adam
from nimmt.training.drafted import some_drafts
from nimmt.training.gradient import Played, advantages, policy_gradient
from nimmt.training.imitation import imitated
from nimmt.training.league import MOST_TWOS, League, Table
from nimmt.training.parameters import Parameters
from nimmt_core import _network, _selfplay
from nimmt_core._lanes import GROUP

__all__ = ["Plan", "Progress", "Training"]

REPEATS = 8
DECISIONS = 32  # groups of lanes times learners of a step, about
MOST_RATE = 0.1
REMEMBER = 250  # steps from one network that is kept to the next
LOOK = 500  # steps from one point of the curve to the next
YARDSTICK = 64  # groups of lanes played for it


@dataclass(frozen=True)
class Plan:
    """What is trained, and how.

    The same plan gives the same weights, where numpy adds up in the same order: with the same build
    of it, on the same kind of CPU, with as many threads.

    Attributes
    ----------
    seed : int
        Of all random numbers.
    steps : int
        Steps in all; the rate falls towards the end.
    placement : str
        The placement rule.
    hidden : int
        Hidden units.
    rate, last_rate : float
        Of the steps, at first and in the end.
    entropy_bonus : float
        Bull heads that a nat of entropy is worth at first; it falls to 0.
    spite : float
        See ``advantages``.
    imitated_rounds : int
        Rounds of flat Monte Carlo to imitate for the league; 0 for a league without it.
    twos : float
        The share of tables of two players, beside those that chance makes.
    drafted : bool
        Whether hands are drafted, every seat by a style of its own, and not dealt.
    start : str
        The network for dealt hands to start from, as it ships; empty for random weights.
    """

    seed: int = 1
    steps: int = 45_000
    placement: str = "standard"
    hidden: int = 64
    rate: float = 0.003
    last_rate: float = 0.0001
    entropy_bonus: float = 0.2
    spite: float = 0.5
    imitated_rounds: int = 3000
    twos: float = 0.0
    drafted: bool = False
    start: str = ""

    def __post_init__(self) -> None:
        if self.placement not in list(Placement):
            raise NimmtError(f"placement {self.placement!r} is not one of {', '.join(Placement)}")
        if self.start not in ("", *Placement):
            raise NimmtError(f"start {self.start!r} is not empty or one of {', '.join(Placement)}")
        if self.hidden % 2 or not 2 <= self.hidden <= _network.MOST_HIDDEN:
            raise NimmtError(
                f"{self.hidden} hidden units: an even number up to {_network.MOST_HIDDEN} expected"
            )
        for name, least in (("seed", 0), ("steps", 1), ("imitated_rounds", 0)):
            if getattr(self, name) < least:
                raise NimmtError(f"{name} {getattr(self, name)}: {least} or more expected")
        if not self.last_rate <= self.rate <= MOST_RATE:
            raise NimmtError(f"rate {self.rate}: {self.last_rate} to {MOST_RATE} expected")
        if not 0 <= self.twos <= MOST_TWOS:
            raise NimmtError(f"twos {self.twos}: a share of 0 to {MOST_TWOS} expected")


@dataclass(frozen=True)
class Progress:
    """A point of the curve.

    Attributes
    ----------
    step : int
        Steps done.
    entropy : float
        Mean entropy of the choices of cards, in nats.
    against_random, against_nearest : float
        Bull heads a round more than the others, two against two at a table of four.
    """

    step: int
    entropy: float
    against_random: float
    against_nearest: float


class Training:
    """The state of a training.

    Parameters
    ----------
    plan : Plan
        What is to be done.
    imitation : Network, optional
        What imitates flat Monte Carlo; if not given, it is trained, which takes some minutes.
    """

    def __init__(self, plan: Plan, imitation: _network.Network | None = None) -> None:
        self.plan = plan
        started = time.process_time()
        self.rng = np.random.Generator(np.random.PCG64(plan.seed))
        if imitation is None and plan.imitated_rounds:
            imitation = imitated(plan.placement, plan.hidden, plan.imitated_rounds, self.rng)
        self.weights = Parameters.random(plan.hidden, self.rng)
        self.league = League(plan.placement, imitation, plan.twos, plan.drafted)
        if plan.start:
            start = network_of(Rules(placement=plan.start))
            self.weights = Parameters.of(start)
            self.league.before.append(start)
        self.adam = Adam(self.weights)
        self.entropy = 0.0
        self.seconds = time.process_time() - started

    @property
    def done(self) -> int:
        """Steps done."""
        return self.adam.steps

    def run(self, until: int | None = None) -> Iterator[Progress]:
        """Go on to a step, or to the end of the plan; yields points of the curve."""
        last = self.plan.steps if until is None else min(until, self.plan.steps)
        while self.done < last:
            started = time.process_time()
            self.step()
            looks = self.done % LOOK == 0 or self.done == last
            point = self.measured() if looks else None
            self.seconds += time.process_time() - started
            if point is not None:
                yield point

    def step(self) -> None:
        """Play some rounds, and go a step."""
        plan = self.plan
        part = self.done / plan.steps
        if self.done % REMEMBER == 0 and self.done:
            self.league.remember(self.weights.network(), self.rng)
        table = self.league.table(self.rng)
        played = self._play(table, max(1, DECISIONS // table.learners), REPEATS)
        costs = advantages(played, table.learners, REPEATS, plan.spite)
        gradient, self.entropy = policy_gradient(
            self.weights, played, costs, plan.entropy_bonus * (1 - part)
        )
        self.adam.step(gradient, plan.rate * (plan.last_rate / plan.rate) ** part)

    def measured(self) -> Progress:
        """Return where the training stands."""
        return Progress(self.done, self.entropy, self._margin("random"), self._margin("nearest"))

    def _margin(self, other: str) -> float:
        rules = Rules(
            players=4,
            placement=self.plan.placement,
            card_set=CardSet.LOGICAL if self.plan.drafted else CardSet.STANDARD,
        )
        played = self._play(Table(rules, 2, [other, other]), YARDSTICK, 1, np.random.SFC64(0))
        heads = np.sum([turn[3] for turn in played], axis=0, dtype=np.int64).mean(axis=(0, 2))
        return float(heads[:2].mean() - heads[2:].mean())

    def _play(
        self, table: Table, groups: int, repeats: int, bits: np.random.BitGenerator | None = None
    ) -> Played:
        rules = table.rules
        if bits is None:
            bits = np.random.SFC64(int(self.rng.integers(1 << 63)))
        picks, first = None, 0
        if rules.drafted:
            # Learners have the first seats; whoever has them, any seat may pick first.
            first = int(np.random.Generator(bits).integers(rules.players))
            count = groups * GROUP // repeats
            picks = some_drafts(rules, -(-count // GROUP) * GROUP, bits, first)[:count]
        return _selfplay.play_to_learn(
            self.weights.network(),
            bits,
            groups,
            rules.players,
            table.learners,
            table.others,
            repeats,
            rules.hand_size,
            rules.rows,
            rules.row_capacity,
            rules.top_card,
            rules.professional,
            table.best,
            picks,
            first,
        )

    def save(self, path: Path) -> None:
        """Write all that the training needs to go on, to a file that is replaced as a whole."""
        networks = {
            f"before_{number}": network for number, network in enumerate(self.league.before)
        }
        if self.league.imitation is not None:
            networks["imitation"] = self.league.imitation
        arrays: dict[str, NDArray[Any]] = {
            f"{kind}_{name}": array
            for kind, network in networks.items()
            for name, array in zip(ARRAYS, network.arrays(), strict=True)
        }
        for kind, parameters in self._parameters().items():
            for name, array in zip(ARRAYS, parameters, strict=True):
                arrays[f"{kind}_{name}"] = array
        state = {
            "plan": asdict(self.plan),
            "steps": self.adam.steps,
            "rng": self.rng.bit_generator.state,
            "before": len(self.league.before),
            "entropy": self.entropy,
            "seconds": self.seconds,
        }
        arrays["state"] = np.array(json.dumps(state))
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
        part.replace(path)

    @classmethod
    def resumed(cls, path: Path, plan: Plan) -> Training:
        """Return the training that was saved.

        Raises
        ------
        NimmtError
            If it had another plan, or the file is not one of a training.
        """
        try:
            return cls._read(path, plan)
        except (
            OSError,
            EOFError,
            BadZipFile,
            zlib.error,
            ValueError,
            KeyError,
            TypeError,
        ) as error:
            raise NimmtError(f"{path} is not a file of a training: {error}") from None

    @classmethod
    def _read(cls, path: Path, plan: Plan) -> Training:
        with path.open("rb") as file, np.load(file) as arrays:
            saved = dict(arrays)
        state = json.loads(str(saved["state"]))
        if state["plan"] != asdict(plan):
            raise NimmtError(
                f"{path} belongs to a training of the plan {state['plan']}, not of {asdict(plan)}"
            )

        def network(kind: str) -> _network.Network:
            return _network.Network(*(saved[f"{kind}_{name}"] for name in ARRAYS))

        training = cls(plan, network("imitation") if plan.imitated_rounds else None)
        training.adam.steps = state["steps"]
        training.rng.bit_generator.state = state["rng"]
        training.entropy = state["entropy"]
        training.seconds = state["seconds"]
        for kind, parameters in training._parameters().items():
            for name, array in zip(ARRAYS, parameters, strict=True):
                array[...] = saved[f"{kind}_{name}"]
        training.league.before = [network(f"before_{number}") for number in range(state["before"])]
        return training

    def _parameters(self) -> dict[str, Parameters]:
        """What is learned, and the moments of the gradient."""
        return {"weights": self.weights, "first": self.adam.first, "second": self.adam.second}
