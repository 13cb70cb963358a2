"""One query at a time: keys and values read where they lie give the bits of packed ones."""

from typing import Any

import numpy as np
import pytest

from starlore.attention import (
    Attention,
    Cache,
    Causal,
    Read,
    Window,
    attend,
    attend_cached,
    explain,
    extend,
)
from starlore.attention.arrays import Array
from starlore.attention.compiled.jobs import begin, field
from starlore.attention.compiled.memory import address
from starlore.attention.compiled.run import Call
from starlore.attention.inputs import check

pytestmark = pytest.mark.usefixtures("compiled_only")


@pytest.fixture
def compiled_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARLORE_KERNEL", "compiled")


def arrays(n: int, d_k: int = 32, d_v: int = 48) -> tuple[Array, Array, Array]:
    rng = np.random.default_rng(n)
    shapes = (2, 3, 1, d_k), (2, 3, n, d_k), (2, 3, n, d_v)
    q, k, v = (rng.normal(size=shape).astype(np.float32) for shape in shapes)
    return q, k, v


def packed(*given: Any, **named: Any) -> Attention:
    """attend, with every key packed before it is read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Call, "may_read_here", lambda call: False)
        return attend(*given, **named)


def readings(found: Attention) -> dict[str, bytes]:
    """Every array that was read, as bits."""
    said = vars(found.reading).items()
    return {name: x.tobytes() for name, x in said if isinstance(x, np.ndarray)}


def same(one: Attention, other: Attention) -> bool:
    return (
        one.output.tobytes() == other.output.tobytes() and one.lse.tobytes() == other.lse.tobytes()
    )


@pytest.mark.parametrize("n", [1, 63, 64, 65, 200, 4096, 4200])
@pytest.mark.parametrize("scheme", [Causal("end"), Causal("end") & Window(70, 0, "end")], ids=str)
def test_keys_read_where_they_lie_give_the_bits_of_packed_ones(n: int, scheme: Any) -> None:
    q, k, v = arrays(n)
    here, other = attend(q, k, v, scheme, threads=1), packed(q, k, v, scheme, threads=1)
    assert same(here, other)
    assert here.counters == other.counters


@pytest.mark.parametrize(
    ("d_k", "d_v"), [(16, 16), (64, 64), (128, 96), (20, 64), (64, 20), (0, 7)]
)
def test_so_they_do_at_every_width(d_k: int, d_v: int) -> None:
    given = arrays(150, d_k, d_v)
    assert same(attend(*given), packed(*given))


def test_so_they_do_however_they_lie() -> None:
    q, k, v = arrays(150)
    q_far, k_far, v_far = (np.ascontiguousarray(x.swapaxes(1, 2)).swapaxes(1, 2) for x in (q, k, v))
    assert same(attend(q_far, k_far, v_far), packed(q, k, v))
    assert same(
        attend(q, k[..., ::-1, :], v[..., ::-1, :]),
        packed(q, k[..., ::-1, :].copy(), v[..., ::-1, :].copy()),
    )
    assert same(attend(q, np.asfortranarray(k), np.asfortranarray(v)), packed(q, k, v))


def test_a_decoded_row_is_the_last_of_the_prefilled_ones() -> None:
    _, k, v = arrays(4200)
    q = np.random.default_rng(1).normal(size=(2, 3, 100, 32)).astype(np.float32)
    prefilled = attend(q, k, v, Causal("end"))
    decoded = attend(q[..., -1:, :], k, v, Causal("end"))
    assert decoded.output.tobytes() == prefilled.output[..., -1:, :].tobytes()
    cache = extend(Cache(3, 32, 48, "float32", (2,)), k, v)
    assert same(decoded, attend_cached(q[..., -1:, :], cache))


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf])
def test_a_value_that_is_not_finite_goes_to_its_readers_alone(odd: float) -> None:
    q, k, v = arrays(150)
    v[1, 2, 140, 3] = odd
    found = attend(q, k, v, Causal("end"))
    assert same(found, packed(q, k, v, Causal("end")))
    assert np.count_nonzero(~np.isfinite(found.output)) == 1
    unread = attend(q, k, v, Causal("end"), key_lengths=[150, 140])
    assert np.isfinite(unread.output).all()
    assert unread.output[1].tobytes() == attend(q[1], k[1, :, :140], v[1, :, :140]).output.tobytes()


EVERYTHING = Read(top=4, align="end")


@pytest.mark.parametrize("n", [1, 64, 200, 4200])
@pytest.mark.parametrize(
    "asked",
    [
        {"scheme": Causal("end")},
        {"scheme": Window(70, 0, "end")},
        {"softcap": 0.9},
        {"mask": True},
        {"bias": 0.5},
    ],
    ids=str,
)
def test_one_row_that_is_read_has_the_bits_of_the_plain_one(n: int, asked: dict[str, Any]) -> None:
    q, k, v = arrays(n)
    named = dict(asked)
    for name in ("mask", "bias"):
        if name in named:
            named[name] = np.full((1, n), named[name])
    along = attend(q, k, v, read=EVERYTHING, **named)
    assert same(along, attend(q, k, v, **named))
    other = packed(q, k, v, read=EVERYTHING, **named)
    assert same(along, other)
    assert readings(along) == readings(other)


def test_one_row_is_read_as_the_last_of_many_and_as_the_steps_say() -> None:
    _, k, v = arrays(4200)
    q = np.random.default_rng(1).normal(size=(2, 3, 30, 32)).astype(np.float32)
    many = attend(q, k, v, Causal("end"), read=EVERYTHING)
    one = attend(q[..., -1:, :], k, v, Causal("end"), read=EVERYTHING, threads=1)
    for name, bits in readings(one).items():
        last = np.take(getattr(many.reading, name), [-1], axis=2)
        assert bits == last.tobytes(), name
    steps = explain(q[0, 0, -1:], k[0, 0], v[0, 0])
    reading = one.reading
    assert reading is not None and reading.top_keys is not None
    order = np.argsort(-steps.weights[0], kind="stable")[:4]
    assert reading.top_keys[0, 0, 0].tolist() == order.tolist()


def test_a_row_folded_twice_for_a_value_that_is_not_finite_is_read_once() -> None:
    q, k, v = arrays(150)
    clean = attend(q, k, v, read=EVERYTHING, key_lengths=[150, 140])
    v[1, 2, 145, 3] = np.nan
    again = attend(q, k, v, read=EVERYTHING, key_lengths=[150, 140])
    assert same(again, clean)
    assert readings(again) == readings(clean)


def test_movers_of_a_row_of_16_bits_are_found_by_the_output_before_it_is_rounded() -> None:
    q, k, v = (x.astype(np.float16) for x in arrays(90))
    moved = Read(top=2, influence=3, align="end")
    short = attend(q, k, v, read=moved)
    assert same(short, attend(q, k, v))
    wide = attend(*(x.astype(np.float32) for x in (q, k, v)), read=moved)  # type: ignore[arg-type]
    assert readings(short) == readings(wide)


@pytest.mark.parametrize("lengths", [[150, 3], [0, 150]])
def test_each_batch_item_reads_its_own_keys(lengths: list[int]) -> None:
    q, k, v = arrays(150)
    together = attend(q, k, v, key_lengths=lengths, threads=2)
    for at, length in enumerate(lengths):
        alone = attend(q[at], k[at, :, :length], v[at, :, :length], threads=1)
        assert together.output[at].tobytes() == alone.output.tobytes()


def test_without_rows_or_heads_nothing_is_folded() -> None:
    q, k, v = arrays(5)
    assert attend(q[:, :0], k[:, :0], v[:, :0]).output.shape == (2, 0, 1, 48)
    assert attend(q[:0], k[:0], v[:0]).output.shape == (0, 3, 1, 48)


def test_a_job_says_where_the_head_lies_and_not_where_another_does() -> None:
    q, k, v = arrays(150)
    call = Call(
        check(q, k[..., ::2, :], v[..., ::2, :], Causal("end"), None, None, None, None, None),
        v[..., ::2, :],
        1,
    )
    table = begin(call.form.jobs, call.arrays)
    _, k, _, output, lse = call.arrays
    every = list(np.ndindex(2, 3))
    assert field(table, "k").tolist() == [address(k[at]) for at in every]
    assert field(table, "output").tolist() == [address(output[at]) for at in every]
    assert field(table, "lse").tolist() == [address(lse[at]) for at in every]
