"""A tournament on Dask's workers: local processes, one of them killed on the way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from nimmt.arena import tournament

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals"),
    # Dask's own, when a worker dies.
    pytest.mark.filterwarnings("ignore"),
]

PLAYERS = ["nearest", "risk", "montecarlo:50"]


@pytest.fixture
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
        ) as cluster,
        distributed.Client(cluster) as connected,
    ):
        yield connected


def test_a_worker_is_killed_and_nothing_lost(client: Any) -> None:
    victims: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if done == 5 and not victims:
            (victim, *_) = client.run(os.getpid).values()
            victims.append(victim)
            os.kill(victim, signal.SIGKILL)

    found = tournament(
        PLAYERS,
        deals=40,
        rng=7,
        executor=client.get_executor(),
        workers=4,
        progress=kill_one,
    )
    assert victims
    assert victims[0] not in client.run(os.getpid).values()
    assert found == tournament(PLAYERS, deals=40, rng=7)
