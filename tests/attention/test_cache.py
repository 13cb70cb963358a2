"""The cache: frozen versions that share memory, and the bits of attention on the whole keys."""

import threading

import numpy as np
import pytest

from starlore.attention import Cache, Causal, attend, attend_cached, extend
from starlore.attention.arrays import Array
from starlore.attention.cache import PAGE
from starlore.errors import DtypeError, ShapeError
from tests.attention.kernels import KERNELS, forced


def random(*shape: int, seed: int = 0) -> Array:
    """Normal numbers, the same each time."""
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def grown(k: Array, v: Array, step: int) -> list[Cache]:
    """Every version of a cache that grows by so many places."""
    versions = [Cache(k.shape[-3], k.shape[-1], v.shape[-1], "float32", k.shape[:-3])]
    for j in range(0, k.shape[-2], step):
        versions.append(extend(versions[-1], k[..., j : j + step, :], v[..., j : j + step, :]))
    return versions


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_cached_query_has_the_bits_of_attention_on_the_whole_keys(kernel: str) -> None:
    q, k, v = random(2, 6, 9, 5), random(2, 3, 700, 5, seed=1), random(2, 3, 700, 4, seed=2)
    with forced(kernel):
        for cache in grown(k, v, 97)[1:]:
            there = slice(cache.n_k)
            cached = attend_cached(q, cache)
            whole = attend(q, k[:, :, there], v[:, :, there], Causal("end"))
            assert np.array_equal(cached.output, whole.output)
            assert np.array_equal(cached.lse, whole.lse)


def test_versions_share_memory_and_never_change() -> None:
    k, v = random(2, 3 * PAGE, 3), random(2, 3 * PAGE, 3, seed=1)
    versions = grown(k, v, 100)
    for cache in versions:
        assert np.array_equal(cache.k, k[:, : cache.n_k])
        assert np.array_equal(cache.v, v[:, : cache.n_k])
    assert np.shares_memory(versions[-1].k, versions[-2].k)
    buffers = {id(cache.buffer) for cache in versions}
    assert len(buffers) <= 4


def test_two_texts_that_grow_from_one_do_not_mix() -> None:
    k, v = random(1, 10, 2), random(1, 10, 2, seed=1)
    root = grown(k, v, 10)[-1]
    left, right = extend(root, k[:, :1], v[:, :1]), extend(root, k[:, 1:2], v[:, 1:2])
    assert np.array_equal(left.k[:, 10:], k[:, :1]) and np.array_equal(right.k[:, 10:], k[:, 1:2])
    assert np.array_equal(root.k, k) and np.array_equal(right.v[:, :10], v)


def test_threads_that_extend_one_version_each_get_their_own() -> None:
    k = random(1, 8, 2)
    root = grown(k, k, 8)[-1]
    found: dict[int, Cache] = {}

    def grow(i: int) -> None:
        found[i] = extend(root, k[:, i : i + 1], k[:, i : i + 1])

    threads = [threading.Thread(target=grow, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(found[i].k[:, 8], k[:, i]) for i in range(8))


def test_an_empty_cache_reads_nothing() -> None:
    result = attend_cached(random(2, 3, 4), Cache(2, 4, 5, "float32"))
    assert result.output.shape == (2, 3, 5) and not result.output.any()
    assert (result.lse == -np.inf).all()


def test_what_the_cache_holds_cannot_be_written_to() -> None:
    cache = grown(random(1, 4, 2), random(1, 4, 2), 4)[-1]
    with pytest.raises(ValueError, match="read-only"):
        cache.k[...] = 0


def test_what_does_not_fit_the_cache_is_refused() -> None:
    cache = Cache(2, 4, 5, "float32")
    k, v = random(2, 3, 4), random(2, 3, 5)
    for wrong in ((k, v[:, :2]), (k[:1], v[:1]), (k[..., :3], v), (k[None], v[None])):
        with pytest.raises(ShapeError, match="must fit the cache"):
            extend(cache, *wrong)
    with pytest.raises(DtypeError, match="holds float32"):
        extend(cache, k.astype(np.float64), v.astype(np.float64))
    with pytest.raises(ShapeError, match="0 or more"):
        Cache(-1, 2, 2, "float32")
    with pytest.raises(DtypeError, match="dtype"):
        Cache(1, 2, 2, "int32")
    assert cache.n_k == 0
