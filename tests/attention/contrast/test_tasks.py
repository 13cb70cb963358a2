"""Texts ask for what stands in them, as far back as they say."""

from collections.abc import Callable

import numpy as np
import pytest

from starlore.attention.contrast.tasks import (
    Examples,
    ask_place,
    copy,
    flip_flop,
    mqar,
    selective_copy,
)
from starlore.errors import BadValue

MAKE: dict[str, Callable[[np.random.Generator], Examples]] = {
    "mqar": lambda rng: mqar(rng, 50, 64, 8, 64),
    "copy": lambda rng: copy(rng, 50, 20, 16),
    "selective-copy": lambda rng: selective_copy(rng, 50, 24, 16, words=6),
    "flip-flop": lambda rng: flip_flop(rng, 50, 24, 16, reads=5),
    "ask-place": lambda rng: ask_place(rng, 50, 12, 16),
}


def made(name: str, seed: int = 1) -> Examples:
    return MAKE[name](np.random.default_rng(seed))


@pytest.mark.parametrize("name", MAKE)
def test_what_is_asked_stands_so_many_places_back(name: str) -> None:
    ours = made(name)
    rows, places = np.nonzero(ours.scored)
    assert len(rows) and (ours.distance[~ours.scored] == 0).all()
    back = places - ours.distance[rows, places]
    assert (ours.distance[rows, places] > 0).all() and (back >= 0).all()
    assert np.array_equal(ours.tokens[rows, back], ours.targets[rows, places])
    assert ours.tokens.min() >= 0 and ours.tokens.max() < ours.vocab


@pytest.mark.parametrize("name", MAKE)
def test_chance_comes_only_by_the_seed(name: str) -> None:
    assert np.array_equal(made(name).tokens, made(name).tokens)
    assert not np.array_equal(made(name).tokens, made(name, seed=2).tokens)


def test_every_key_is_asked_once_and_its_value_follows_it() -> None:
    ours = made("mqar")
    for tokens, targets in zip(ours.tokens, ours.targets, strict=True):
        value = dict(zip(tokens[:16:2], tokens[1:16:2], strict=True))
        assert len(value) == 8 and not set(value) & set(value.values())
        asked = tokens[targets >= 0]
        assert sorted(asked) == sorted(value)
        assert [value[key] for key in asked] == list(targets[targets >= 0])


def test_most_keys_are_asked_soon() -> None:
    places = np.nonzero(made("mqar").scored)[1]
    assert np.median(places) < 16 + 24


def test_what_a_flip_flop_holds_is_what_was_set_last() -> None:
    ours = made("flip-flop")
    for tokens, targets in zip(ours.tokens.tolist(), ours.targets.tolist(), strict=True):
        held = -1
        for place in range(0, len(tokens), 2):
            held = tokens[place + 1] if tokens[place] == 16 else held
            assert targets[place] == (held if tokens[place] == 1 else -1)
            assert targets[place + 1] == -1


def test_a_flip_flop_without_room_is_refused() -> None:
    with pytest.raises(BadValue, match="4 questions and a word before them do not fit 9 places"):
        flip_flop(np.random.default_rng(1), 1, 9, 16, reads=4)


LENGTHS = ((64, 4), (64, 8), (64, 16), (128, 32), (256, 64), (512, 128), (1024, 256))
COUNTED = {8: 0.060, 16: 0.143, 32: 0.313, 64: 0.5140, 128: 0.6549, 256: 0.7967, 512: 0.9360}
"""The share of questions inside a window, over seven lengths: what a window can bring back."""


def test_the_share_inside_a_window_is_the_counted_one() -> None:
    rng = np.random.default_rng(4)
    texts = [mqar(rng, 1500, n, pairs, 8192) for n, pairs in LENGTHS]
    for reach, share in COUNTED.items():
        found = np.mean([one.share_within(reach) for one in texts])
        assert found == pytest.approx(share, abs=0.004), reach
    assert all(one.share_within(1024) == 1 for one in texts)


@pytest.mark.parametrize(
    "make",
    [
        lambda rng: mqar(rng, 1, 15, 4, 64),
        lambda rng: mqar(rng, 1, 64, 0, 64),
        lambda rng: mqar(rng, 1, 64, 8, 18),
        lambda rng: copy(rng, 1, 1, 16),
        lambda rng: copy(rng, 1, 8, 2),
        lambda rng: selective_copy(rng, 1, 8, 16, words=5),
        lambda rng: ask_place(rng, 1, 1, 16),
    ],
)
def test_what_has_no_room_is_refused(make: Callable[[np.random.Generator], Examples]) -> None:
    with pytest.raises(BadValue):
        make(np.random.default_rng(0))
