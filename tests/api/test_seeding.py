"""Sources of randomness, reduced to the seed that repeats a result."""

from typing import Any

import numpy as np
import pytest
from numpy.random import SeedSequence, default_rng

from nimmt.errors import LimitError
from nimmt.seeding import block_generator, seed_of


@pytest.mark.parametrize("seed", [0, 7, 2**64, 10**50])
def test_an_integer_is_its_own_seed(seed: int) -> None:
    assert seed_of(seed) == seed


def test_numpy_integers_are_integers() -> None:
    numpy: Any = np.uint64(7)
    assert seed_of(numpy) == 7
    assert type(seed_of(numpy)) is int


def test_none_is_a_fresh_seed() -> None:
    assert seed_of(None) != seed_of(None)


def test_a_generator_is_advanced() -> None:
    generator = default_rng(7)
    first, second = seed_of(generator), seed_of(generator)
    assert first != second
    twin = default_rng(7)
    assert [seed_of(twin), seed_of(twin)] == [first, second]


def test_a_seed_sequence_is_not_spawned_from() -> None:
    sequence = SeedSequence(7)
    assert seed_of(sequence) == seed_of(sequence) == 7
    assert sequence.n_children_spawned == 0
    assert seed_of(SeedSequence()) != seed_of(SeedSequence())


def test_spawned_seed_sequences_differ_and_repeat() -> None:
    children = SeedSequence(7).spawn(3)
    seeds = [seed_of(child) for child in children]
    assert len({7, *seeds}) == 4
    assert seeds == [seed_of(child) for child in children]
    assert seeds == [seed_of(SeedSequence(7, spawn_key=(number,))) for number in range(3)]
    assert [child.n_children_spawned for child in children] == [0, 0, 0]


def test_seed_sequences_of_several_integers() -> None:
    assert seed_of(SeedSequence([1, 2])) == seed_of(SeedSequence([1, 2]))
    assert seed_of(SeedSequence([1, 2])) != seed_of(SeedSequence([1, 3]))


@pytest.mark.parametrize("rng", [-1, 1.0, "7", True, [1], np.random.RandomState(7)])
def test_what_is_no_source_of_randomness(rng: Any) -> None:
    with pytest.raises(LimitError) as caught:
        seed_of(rng)
    assert repr(rng) in str(caught.value)


def test_every_block_has_a_stream() -> None:
    def start(seed: int, block: int) -> tuple[int, ...]:
        return tuple(block_generator(seed, block).random_raw(4).tolist())

    streams = {start(seed, block) for seed in (0, 1, 7) for block in range(50)}
    assert len(streams) == 150
    assert start(7, 3) == start(7, 3)
