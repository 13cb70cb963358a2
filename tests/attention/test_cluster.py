"""Keys shared out over the processes of a cluster give what one process gives."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from starlore.attention import (
    Alibi,
    Attention,
    Blocks,
    Causal,
    Dilated,
    Documents,
    Full,
    Global,
    Random,
    Scheme,
    Strided,
    TopK,
    Where,
    Window,
    attend,
    check_scheme,
)
from starlore.attention.cluster import Shard, attend_sharded
from starlore.errors import ShapeError

N = 70
SCHEMES: tuple[Scheme, ...] = (
    Full(),
    Causal(),
    Causal() & (Window(9) | Global(range(3), asks=False)),
    Dilated(4, 3),
    Blocks(16),
    Strided(8),
    Random(2, 8, seed=1),
    Documents([0] * 30 + [1] * 40),
    Where(lambda i, j: (i + j) % 3 == 0),
)


class Here:
    """A cluster of so many workers that live in this process."""

    def __init__(self, workers: int) -> None:
        self.names = [f"worker {at}" for at in range(workers)]
        self.pool = ThreadPoolExecutor(2)
        self.held: list[tuple[str, ...]] = []

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        return {"workers": dict.fromkeys(self.names)}

    def scatter(self, data: Any, workers: Any = (), **_: Any) -> Any:
        self.held.append(tuple(workers))
        return data

    def submit(self, work: Any, *given: Any, workers: Any, pure: bool, **named: Any) -> Any:
        return self.pool.submit(work, *given, **named)

    def gather(self, futures: list[Future[Any]]) -> list[Any]:
        return [future.result() for future in futures]


def arrays(seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal((3, 2, N, 8))


def agree(one: Attention, other: Attention) -> None:
    np.testing.assert_allclose(one.output, other.output, atol=1e-12)
    np.testing.assert_allclose(one.lse, other.lse, atol=1e-12)
    assert one.counters.comparisons == other.counters.comparisons


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
@pytest.mark.parametrize("shards", [1, 2, 5])
def test_shards_of_every_scheme_merge_to_the_whole(scheme: Scheme, shards: int) -> None:
    q, k, v = arrays()
    agree(attend_sharded(Here(2), q, k, v, scheme, shards=shards), attend(q, k, v, scheme))


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
def test_a_shard_is_a_scheme_that_agrees_with_itself(scheme: Scheme) -> None:
    assert check_scheme(Shard(scheme.at(N, N), 20), [(N, N - 20)]) == ()


def test_a_shard_that_forgot_where_it_begins_would_be_seen() -> None:
    q, k, v = arrays()
    forgetful = attend(q, k[:, 20:], v[:, 20:], Causal("start"))
    right = attend(q, k[:, 20:], v[:, 20:], Shard(Causal().at(N, N), 20))
    assert right.counters.comparisons < forgetful.counters.comparisons


def test_masks_biases_lengths_and_caps_are_shared_out_too() -> None:
    q, k, v = arrays()
    rng = np.random.default_rng(1)
    for settings in (
        {"mask": rng.random((N, N)) < 0.5},
        {"bias": rng.standard_normal((2, 1, N)), "softcap": 2.0},
        {"bias": Alibi([0.5, 0.1])},
        {"bias": lambda i, j: 0.1 * (i - j)},
        {"key_lengths": 33, "scale": 0.3},
    ):
        one = attend_sharded(Here(3), q, k, v, Causal("start"), **settings)
        agree(one, attend(q, k, v, Causal("start"), **settings))


def test_more_queries_than_keys_no_keys_and_one_key() -> None:
    q, k, v = arrays()
    for n_k in (0, 1, 5):
        some = k[:, :n_k], v[:, :n_k]
        agree(attend_sharded(Here(3), q, *some), attend(q, *some))


def test_each_worker_gets_its_own_keys() -> None:
    client = Here(3)
    attend_sharded(client, *arrays())
    assert client.held == [(), ("worker 0",), ("worker 1",), ("worker 2",)]


def test_what_cannot_be_shared_out_is_refused() -> None:
    q, k, v = arrays()
    with pytest.raises(ShapeError, match="a worker and a shard: 0 and 0"):
        attend_sharded(Here(0), q, k, v)
    with pytest.raises(ShapeError, match="a worker and a shard: 2 and 0"):
        attend_sharded(Here(2), q, k, v, shards=0)
    with pytest.raises(ShapeError, match="lengths alone decide"):
        attend_sharded(Here(2), q, k, v, TopK(3))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_two_processes_give_what_one_gives(client: Any) -> None:
    q, k, v = arrays()
    for scheme in (Full(), Causal() & Window(40)):
        agree(attend_sharded(client, q, k, v, scheme), attend(q, k, v, scheme))
    assert len(client.scheduler_info(n_workers=-1)["workers"]) == 2
