"""The one door into the engine: what it takes, what it lends, and what it refuses by name."""

import re
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import starlore
from starlore.attention.arrays import as_array, as_claims, as_floats, as_number
from starlore.errors import DtypeError, ScoreOverflowError


def test_an_array_is_looked_at_and_never_copied() -> None:
    given = np.arange(6.0).reshape(2, 3)
    assert as_floats(given, "q") is given
    assert np.shares_memory(as_floats(given.view(np.recarray), "q"), given)


@pytest.mark.parametrize("look", [as_floats, lambda numbers, name: as_claims(numbers)])
def test_a_masked_array_is_refused_and_mask_is_named(look: Callable[[Any, str], Any]) -> None:
    hidden = np.ma.masked_array([[1.0, 1e6]], mask=[[False, True]])
    with pytest.raises(DtypeError, match=r"it is a masked one: give \w+\.filled\(0\).* mask="):
        look(hidden, "k")


def test_attend_refuses_every_array_that_is_masked() -> None:
    plain = np.ones((1, 1))
    masked = np.ma.masked_array(plain, mask=False)
    for name in ("q", "k", "v"):
        arrays: dict[str, Any] = {"q": plain, "k": plain, "v": plain, name: masked}
        with pytest.raises(DtypeError, match=f"{name} must be a plain array"):
            starlore.attend(**arrays)
    with pytest.raises(DtypeError, match="bias must be a plain array"):
        starlore.attend(plain, plain, plain, bias=masked)


def test_a_matrix_is_an_array_with_two_axes() -> None:
    rows = np.random.default_rng(0).normal(size=(3, 2))
    right = starlore.attend(rows, rows, rows).output
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        matrix: Any = np.asmatrix(rows)
    found = starlore.attend(matrix, matrix, matrix).output
    assert type(found) is np.ndarray and np.array_equal(found, right)
    assert np.array_equal(
        starlore.blend(starlore.softmax(starlore.score(matrix, matrix)), matrix),
        starlore.blend(starlore.softmax(starlore.score(rows, rows)), rows),
    )


class Elsewhere:
    """An array whose library will not lend it."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __dlpack__(self, **asked: object) -> object:
        raise self.error

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


def test_what_cannot_be_lent_is_refused_with_its_reason() -> None:
    with pytest.raises(DtypeError, match=r"q must lie in CPU memory.*it lies on a card"):
        as_array(Elsewhere(BufferError("it lies on a card")), "q")
    with pytest.raises(DtypeError, match=r"q must have a dtype.*odd\. bfloat16 goes through as"):
        as_array(Elsewhere(RuntimeError("odd.")), "q")


@pytest.mark.parametrize("number", [2, 2.0, Fraction(2), np.float32(2), np.array(2)])
def test_any_real_number_is_a_number(number: Any) -> None:
    assert as_number(number, "scale") == 2.0 and type(as_number(number, "scale")) is float


@pytest.mark.parametrize("odd", ["x", "3", b"3", 1j, [2.0], True, None, object()])
def test_what_is_not_one_real_number_is_refused(odd: Any) -> None:
    with pytest.raises(DtypeError, match=re.escape(f"it is {odd!r}")):
        as_number(odd, "scale")


@pytest.mark.parametrize("name", ["scale", "softcap"])
def test_attend_refuses_a_scale_or_softcap_that_is_no_finite_number(name: str) -> None:
    one = np.ones((1, 1))
    refusals: list[tuple[Any, type[Exception], str]] = [
        *((odd, DtypeError, "one real number") for odd in ("x", 1j, [1, 2], True)),
        *((wide, ScoreOverflowError, "a finite number") for wide in (10**400, np.nan, np.inf)),
    ]
    for odd, error, words in refusals:
        with pytest.raises(error, match=f"{name} must be {words}"):
            starlore.attend(one, one, one, **{name: odd})


def test_every_error_of_the_engine_is_found_beside_it() -> None:
    for name in ("StarloreError", "ShapeError", "AlignmentError", "DtypeError"):
        assert name in starlore.__all__ and issubclass(getattr(starlore, name), Exception)
    with pytest.raises(starlore.ScoreOverflowError):
        starlore.softmax([np.nan])
