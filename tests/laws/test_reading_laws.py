"""Laws of readings: each with a mistake that breaks it.

A law takes a reader and a drawn case. It must hold for every kernel, and it must fail for the
loops of `oracles_reading` with one mistake in them; without one, the loops hold every law.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from starlore.attention import (
    Blocks,
    Causal,
    Documents,
    Full,
    Global,
    Read,
    Reading,
    Scheme,
    Where,
    Window,
    explain,
)
from starlore.attention.arrays import Array
from starlore.attention.reading.habits import HABITS
from starlore.attention.results import Attention, Counters
from tests import oracles_reading as oracle
from tests.attention.kernels import KERNELS, by

lawful = settings(
    derandomize=True, deadline=None, max_examples=25, database=None, report_multiple_bugs=False
)
unshrunk = settings(lawful, phases=[Phase.generate])
Attend = Callable[..., Attention]

SCHEMES: tuple[Scheme, ...] = (
    Full(),
    Causal("end"),
    Causal("start"),
    Causal(-2),
    Window(2, 1, "end"),
    Causal("end") & (Window(1, 0, "end") | Global(range(2), asks=False, align="end")),
    Where(lambda i, j: (i + 2 * j) % 3 != 0),
)


@dataclass(frozen=True)
class Case:
    """Grouped heads with sizes drawn apart; small whole numbers, so that scores tie."""

    q: Array
    k: Array
    v: Array
    scheme: Scheme
    given: dict[str, Any]
    read: Read

    def run(self, attend: Attend, **more: Any) -> Attention:
        """Attend to the case."""
        return attend(self.q, self.k, self.v, self.scheme, **{**self.given, **more})

    def reading(self, attend: Attend, **more: Any) -> Reading:
        """Read the case."""
        reading = self.run(attend, read=self.read, **more).reading
        assert reading is not None
        return reading


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Cases with masks, biases, softcaps and lengths that may leave rows empty."""
    batch, groups, h_kv = (draw(st.integers(1, 2)) for _ in range(3))
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 7)) for _ in range(4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    dtype = draw(st.sampled_from([np.float64, np.float32, np.float16]))

    def numbers(*shape: int) -> Array:
        return rng.integers(-2, 3, size=shape).astype(dtype)

    given: dict[str, Any] = {"scale": draw(st.sampled_from([0.5, 1.0, -0.25]))}
    if draw(st.booleans()):
        given["mask"] = rng.random((batch, 1, n_q, n_k)) < 0.6
    if draw(st.booleans()):
        given["softcap"] = 2.0
    if draw(st.booleans()):
        given["bias"] = np.where(rng.random((n_q, n_k)) < 0.2, -np.inf, 0.5)
    if draw(st.booleans()):
        given["key_lengths"] = rng.integers(0, n_k + 1, size=batch)
    read = Read(
        top=draw(st.sampled_from([1, 4, 9])),
        sinks=draw(st.integers(1, 3)),
        columns=True,
        windows=(0, 1, 3, 50),
        patterns=HABITS,
        tokens=rng.integers(0, 3, size=(batch, n_k)),
        influence=draw(st.sampled_from([1, 3])),
        align="end",
    )
    return Case(
        numbers(batch, groups * h_kv, n_q, d_k),
        numbers(batch, h_kv, n_k, d_k),
        numbers(batch, h_kv, n_k, d_v),
        draw(st.sampled_from(SCHEMES)),
        given,
        read,
    )


def faulty(fault: str) -> Attend:
    """Attention by `explain`, read by the loops with one mistake."""

    def attend(q: Array, k: Array, v: Array, scheme: Scheme, **given: Any) -> Attention:
        read, _ = given.pop("read", None), given.pop("threads", None)
        steps = explain(q, k, v, scheme, **given)
        output = steps.output + (1e-3 if fault == "reads by writing" and read else 0)
        reading = None if read is None else by_loops(steps, q, k, v, scheme, read, fault, given)
        return Attention(output, steps.lse, reading, Counters("dense"))

    return attend


def by_loops(
    steps: Any,
    q: Array,
    k: Array,
    v: Array,
    scheme: Scheme,
    read: Read,
    fault: str = "",
    given: dict[str, Any] | None = None,
) -> Reading:
    """The reading of explained steps, a row at a time."""
    batch, h_q, n_q, n_k = steps.weights.shape
    lengths = np.broadcast_to((given or {}).get("key_lengths", n_k), (batch,))
    tokens = np.zeros((batch, n_k), int) if read.tokens is None else np.asarray(read.tokens)
    asked = oracle.Asked(read.top, read.sinks, read.windows, read.patterns, read.influence)
    rows = np.empty((batch, h_q, n_q), dtype=object)
    for b, h, i in np.ndindex(rows.shape):
        start = scheme.offset(n_q, int(lengths[b]))
        place = i + (int(lengths[b]) - n_q if start is None else start)
        rows[b, h, i] = oracle.read_row(
            steps.biased[b, h, i].tolist(),
            steps.weights[b, h, i].tolist(),
            v[b, h // (h_q // k.shape[1])].tolist(),
            place,
            tokens[b].tolist(),
            asked,
            fault,
        )

    def told(name: str) -> Array:
        return np.array([getattr(row, name) for row in rows.flat]).reshape(*rows.shape, -1)

    many = ("top_keys", "top_weights", "window_weight", "influence_keys", "influence")
    one = ("ties", "entropy", "distance", "sink_weight")
    axis = -1 if fault == "adds up rows for columns" else -2
    return Reading(
        **{name: told(name) for name in many},
        **{name: told(name)[..., 0] for name in one},
        column_weight=steps.weights.sum(axis=axis),
        patterns={
            name: np.array([row.patterns[name] for row in rows.flat]).reshape(rows.shape)
            for name in read.patterns
        },
    )


def law_every_reading_equals_the_loops(attend: Attend, case: Case) -> None:
    found = case.reading(attend)
    steps = explain(case.q, case.k, case.v, case.scheme, **case.given)
    right = by_loops(steps, case.q, case.k, case.v, case.scheme, case.read, "", case.given)
    near = 1e-12 if found.entropy is not None and found.entropy.dtype == np.float64 else 2e-5
    for name, value in vars(right).items():
        if name in ("top_keys", "influence_keys") and near > 1e-12:
            continue  # rounding may turn two keys round; their numbers are compared
        if name == "influence_keys":
            _same_movers(found, right)
        elif name == "patterns":
            for habit, weight in value.items():
                np.testing.assert_allclose(found.patterns[habit], weight, rtol=0, atol=near)  # type: ignore[index]
        elif name == "ties" and near > 1e-12:
            assert ((getattr(found, name) > 0) == (value > 0)).all()
        else:
            np.testing.assert_allclose(getattr(found, name), value, rtol=0, atol=near * 8)


def _same_movers(found: Reading, right: Reading) -> None:
    """The same keys, but that keys of one influence may change places."""
    assert found.influence_keys is not None and right.influence_keys is not None
    assert found.influence is not None and right.influence is not None
    apart = np.argwhere(found.influence_keys != right.influence_keys)
    for *row, column in apart.tolist():
        rest = right.influence[tuple(row)]
        same = np.abs(rest - rest[column]) < 1e-9
        assert same.sum() > 1 or column == len(rest) - 1


def law_reading_changes_no_bit_of_the_output(attend: Attend, case: Case) -> None:
    plain, read = case.run(attend), case.run(attend, read=case.read)
    assert np.array_equal(plain.output, read.output) and np.array_equal(plain.lse, read.lse)


def law_a_row_that_reads_nothing_reads_zero(attend: Attend, case: Case) -> None:
    case = replace(case, given={"mask": np.zeros(case.k.shape[-2], dtype=bool)})
    found = case.reading(attend)
    assert found.patterns is not None
    for name, value in [*vars(found).items(), *found.patterns.items()]:
        if name in ("top_keys", "influence_keys"):
            assert (value == -1).all()
        elif name != "patterns":
            assert not np.any(value)


LAWS: dict[str, tuple[Callable[[Attend, Case], None], list[str]]] = {
    "every reading equals the loops": (
        law_every_reading_equals_the_loops,
        [
            "names the highest of equals",
            "counts entropy in bits",
            "counts distance from the first key",
            "moves without weight",
            "takes the top scorer for the top mover",
            "counts one neighbour more",
            "takes itself for a duplicate",
            "takes the key itself for the one behind it",
            "wraps around before the first key",
            "adds up rows for columns",
        ],
    ),
    "reading changes no bit of the output": (
        law_reading_changes_no_bit_of_the_output,
        ["reads by writing"],
    ),
    "a row that reads nothing reads zero": (
        law_a_row_that_reads_nothing_reads_zero,
        ["ranks the keys that are not read"],
    ),
}


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("name", LAWS)
def test_every_kernel_holds_every_law(name: str, kernel: str) -> None:
    law, _ = LAWS[name]

    @lawful
    @given(cases())
    def holds(case: Case) -> None:
        law(by(kernel), case)

    holds()


@pytest.mark.parametrize("name", LAWS)
def test_the_loops_without_a_mistake_hold_every_law(name: str) -> None:
    law, _ = LAWS[name]

    @lawful
    @given(cases())
    def holds(case: Case) -> None:
        law(faulty(""), case)

    holds()


@pytest.mark.parametrize(
    ("name", "fault"), [(name, fault) for name, (_, faults) in LAWS.items() for fault in faults]
)
def test_each_mistake_breaks_its_law(name: str, fault: str) -> None:
    law, _ = LAWS[name]

    @unshrunk
    @given(cases())
    def holds(case: Case) -> None:
        q, k, v = (array.astype(np.float64) for array in (case.q, case.k, case.v))
        law(faulty(fault), replace(case, q=q, k=k, v=v))

    with pytest.raises((AssertionError, BaseExceptionGroup)):
        holds()


def test_a_row_reads_the_same_bits_whatever_its_company() -> None:
    rng = np.random.default_rng(3)
    q, k, v = (rng.normal(size=(1, 4, 1300, 8)).astype(np.float32) for _ in range(3))
    read = Read(top=3, sinks=2, windows=(5, 700), patterns=HABITS, tokens=rng.integers(0, 9, 1300))
    attend = by("numpy")
    whole = attend(q, k, v, Causal(), read=read).reading
    threaded = attend(q, k, v, Causal(), read=read, threads=1).reading
    masked = attend(q, k, v, mask=np.tri(1300, dtype=bool), read=read).reading
    first = Read(**{**vars(read), "tokens": np.asarray(read.tokens)[:700]})
    early = attend(q[:, :, :700], k[:, :, :700], v[:, :, :700], Causal(), read=first).reading
    assert whole and threaded and masked and early
    for name, bits in _each(whole):
        for other in (threaded, masked):
            assert np.array_equal(bits, dict(_each(other))[name]), name
        assert np.array_equal(bits[:, :, :700], dict(_each(early))[name]), name


def test_what_is_not_read_changes_no_reading() -> None:
    rng = np.random.default_rng(4)
    q, k, v = (rng.normal(size=(2, 600, 8)) for _ in range(3))
    mask = np.ones(600, dtype=bool)
    mask[[5, 550]] = False
    read = Read(top=3, columns=True, windows=(9,), patterns=("first", "previous"), influence=2)
    for kernel in KERNELS:
        clean = by(kernel)(q, k, v, mask=mask, read=read).reading
        k2, v2 = k.copy(), v.copy()
        k2[:, 5], v2[:, 5], k2[:, 550], v2[:, 550] = np.nan, np.nan, np.inf, -np.inf
        dirty = by(kernel)(q, k2, v2, mask=mask, read=read).reading
        assert clean and dirty
        for name, bits in _each(clean):
            assert np.array_equal(bits, dict(_each(dirty))[name]), (kernel, name)


def test_schemes_of_many_kinds_read_alike_over_several_tiles() -> None:
    rng = np.random.default_rng(6)
    n = 1100
    q, k, v = (rng.normal(size=(h, n, 5)) for h in (4, 2, 2))
    read = Read(
        top=5,
        sinks=3,
        columns=True,
        windows=(1, 300, 2000),
        patterns=HABITS,
        tokens=rng.integers(0, 12, n),
        influence=3,
        align=0,
    )
    ids = np.repeat([0, 1, -1, 2], [300, 400, 100, 300])
    for scheme in (Full(), Causal() & Window(99), Documents(ids) & Causal(), Blocks(64)):
        found, right = (by(way)(q, k, v, scheme, read=read).reading for way in ("numpy", "dense"))
        assert found and right
        _same_movers(found, right)
        for name, value in _each(found):
            if name != "influence_keys":
                np.testing.assert_allclose(value, dict(_each(right))[name], rtol=1e-11, atol=1e-11)


def _each(reading: Reading) -> list[tuple[str, Array]]:
    """Every array of a reading that was asked for."""
    named = [*vars(reading).items(), *(reading.patterns or {}).items()]
    return [(name, value) for name, value in named if isinstance(value, np.ndarray)]
