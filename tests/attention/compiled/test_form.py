"""Forms of calls: kept for calls alike, and never told apart by a bit of the result."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled kernel needs numba")

from starlore.attention import Causal, Full, Scheme, Window, attend
from starlore.attention.arrays import Array
from starlore.attention.compiled import form as module
from starlore.attention.compiled.form import Form
from starlore.attention.compiled.run import Call
from starlore.attention.inputs import check

CAUSAL, NAMES = Causal("end"), ("mask", "bias", "scale", "softcap", "key_lengths")


def arrays(n_q: int = 5, n_k: int = 70, d: int = 16) -> tuple[Array, Array, Array]:
    rng = np.random.default_rng(4)
    shapes = (2, 4, n_q, d), (2, 2, n_k, d), (2, 2, n_k, d)
    q, k, v = (rng.standard_normal(shape).astype(np.float32) for shape in shapes)
    return q, k, v


def form_of(q: Array, k: Array, v: Array, scheme: Scheme = CAUSAL, **named: Any) -> Form:
    mask, bias, scale, softcap, key_lengths = (named.get(name) for name in NAMES)
    inputs = check(q, k, v, scheme, mask, bias, scale, softcap, key_lengths)
    return Call(inputs, inputs.v, 1).form


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_kept", {})


def test_calls_alike_share_a_form_whatever_their_numbers() -> None:
    q, k, v = arrays()
    assert form_of(q, k, v) is form_of(q + 1, k + 1, v + 1)


def test_calls_that_differ_in_anything_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    q, k, v = arrays()
    others = [
        form_of(q, k, v),
        form_of(q[..., :4, :], k, v),
        form_of(q, k[..., :69, :], v[..., :69, :]),
        form_of(q, k[..., ::-1, :], v),
        form_of(q, k, v, scheme=Causal(0)),
        form_of(q, k, v, scheme=Window(2, 0, "end")),
        form_of(q, k, v, scale=0.3),
        form_of(q, k, v, softcap=3.0),
        form_of(q, k, v, key_lengths=[7, 70]),
        form_of(q, k, v, key_lengths=[70, 7]),
        form_of(q.astype(np.float16), k.astype(np.float16), v.astype(np.float16)),
    ]
    monkeypatch.setenv("STARLORE_SHAPE", "generic")
    others.append(form_of(q, k, v))
    assert len({id(form) for form in others}) == len(others)


@pytest.mark.parametrize("scheme", [Full(), Causal("end"), Window(9, 0, "end")], ids=str)
@pytest.mark.parametrize("n_q", [1, 5, 120])
def test_a_kept_form_gives_the_bits_of_one_laid_anew(n_q: int, scheme: Scheme) -> None:
    q, k, v = arrays(n_q, 200)
    other = arrays(n_q, 200)[::-1]
    first = attend(q, k, v, scheme, key_lengths=[200, 31], threads=1)
    attend(q, *other[:2], scheme, key_lengths=[200, 31], threads=1)
    again = attend(q, k, v, scheme, key_lengths=[200, 31], threads=1)
    assert again.output.tobytes() == first.output.tobytes()
    assert again.lse.tobytes() == first.lse.tobytes()
    assert again.counters == first.counters


@dataclass(frozen=True, eq=False, repr=False)
class Turning(Full):
    """Somebody's own scheme, which may be anything."""


def test_only_plain_schemes_of_few_bytes_are_kept_and_only_so_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    q, k, v = arrays()
    assert form_of(q, k, v, scheme=Turning()) is not form_of(q, k, v, scheme=Turning())
    mask = np.ones((5, 70), dtype=bool)
    assert form_of(q, k, v, mask=mask) is not form_of(q, k, v, mask=mask)
    assert not module._kept
    monkeypatch.setattr(module, "MOST_FORMS", 3)
    for scale in range(8):
        form_of(q, k, v, scale=float(scale))
        assert 0 < len(module._kept) <= 3
    module._kept.clear()
    monkeypatch.setattr(module, "LARGEST_FORM", 100)
    form_of(q, k, v)
    assert not module._kept
