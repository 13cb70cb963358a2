"""Pairs added into one vector: the share that comes back is that of vectors really drawn."""

import numpy as np
import pytest

from starlore.attention.contrast.published import MQAR, MQAR_MODELS
from starlore.attention.contrast.superposed import superposed
from starlore.errors import ShapeError


def drawn(width: int, pairs: int, values: int, count: int = 1500) -> float:
    """The share by doing it: signs for keys and values, products added, one key asked."""
    rng, right = np.random.default_rng(4), 0
    for _ in range(count):
        keys, codes = (rng.choice([-1.0, 1.0], (many, width)) for many in (pairs, values))
        held = rng.permutation(values)[:pairs]
        carried = (keys * codes[held]).sum(axis=0)
        right += int((codes @ (carried * keys[0])).argmax() == held[0])
    return right / count


@pytest.mark.parametrize(("width", "pairs", "values"), [(64, 4, 128), (64, 8, 128), (32, 6, 32)])
def test_it_is_what_drawn_vectors_give_back(width: int, pairs: int, values: int) -> None:
    assert superposed(width, pairs, values) == pytest.approx(drawn(width, pairs, values), abs=0.04)


def test_noise_of_one_pair_too_few_would_be_seen() -> None:
    assert abs(superposed(64, 7, 128) - drawn(64, 8, 128)) > 0.05


def test_one_pair_comes_back_and_more_of_them_come_back_less() -> None:
    shares = [superposed(64, pairs, 4096) for pairs in (1, 4, 8, 16, 64)]
    assert shares[0] == pytest.approx(1) and shares == sorted(shares, reverse=True)
    assert superposed(32, 8, 128) < superposed(64, 8, 128) < superposed(128, 8, 128)
    assert superposed(64, 8, 4096) < superposed(64, 8, 128)


def test_a_published_state_of_width_64_lies_near_it() -> None:
    at = MQAR_MODELS.index("RWKV")
    for (_, pairs), cells in MQAR.items():
        ours = superposed(64, pairs, 4096)
        assert cells[at][0] == pytest.approx(ours, abs=0.11), pairs


def test_odd_numbers_are_refused() -> None:
    for odd in ((0, 1, 2), (1, 0, 2), (1, 1, 1)):
        with pytest.raises(ShapeError):
            superposed(*odd)
