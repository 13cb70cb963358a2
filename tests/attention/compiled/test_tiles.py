"""The matrix tiles: asked for, told their shape, and given back as they were found."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled kernel needs numba")
pytest.importorskip("ml_dtypes", reason="bfloat16 needs ml_dtypes")

import ml_dtypes
import numba
from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention import attend
from starlore.attention.compiled.bridge import callable_of
from starlore.attention.compiled.features import features
from starlore.attention.compiled.ir import Writer
from starlore.attention.compiled.memory import address
from starlore.attention.compiled.tiles import CONFIG_BYTES, configuration, is_granted

needs_tiles = pytest.mark.skipif(not is_granted(features()), reason="no matrix tiles here")


def instruction(name: str) -> Callable[[int], None]:
    """One instruction on the configuration of this thread, as a function of an address."""

    def build(module: Any) -> Any:
        w = Writer(module, f"test_{name}", ("place",), 16)
        w.call(f"llvm.x86.{name}", ir.VoidType(), w.pointer("place"))
        return w.finish()

    call = callable_of(build, f"test_{name}", 1)

    @numba.njit("void(int64)")
    def run(place):  # type: ignore[no-untyped-def]
        call((place,))

    return run


def test_tiles_are_not_asked_for_where_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: pytest.fail("the system was asked"))
    assert not is_granted(frozenset({"avx512f", "avx512bf16", "amx-tile"}))


def test_a_system_that_refuses_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing:
        def syscall(self, *given: int) -> int:
            return -1

    refusing = Refusing()
    monkeypatch.setattr("ctypes.CDLL", lambda name: _Library(refusing.syscall))
    names = frozenset({"amx-tile", "amx-bf16", "avx512bf16", "avx512bw", "one more"})
    assert not is_granted(names)


class _Library:
    """A library of one function."""

    def __init__(self, function: Callable[..., int]) -> None:
        class Symbol:
            argtypes: Any = None
            restype: Any = None

            def __call__(self, *given: int) -> int:
                return function(*given)

        self.syscall = Symbol()


def test_a_configuration_tells_of_eight_tiles() -> None:
    told = configuration(16)
    assert len(told) == CONFIG_BYTES and told[0] == 1
    assert list(np.frombuffer(told[16:32], "<u2")) == [64] * 8
    assert list(told[48:56]) == [16] * 8 and not any(told[56:])


@needs_tiles
@pytest.mark.parametrize("n_q", [1, 40])
def test_whoever_used_the_tiles_before_finds_them_as_they_were(n_q: int) -> None:
    tell, ask = instruction("ldtilecfg"), instruction("sttilecfg")
    theirs = np.zeros(CONFIG_BYTES, dtype=np.uint8)
    theirs[0], theirs[16], theirs[48] = 1, 32, 5
    found, none = np.zeros_like(theirs), np.zeros_like(theirs)
    q, k = (np.ones((n, 8), dtype=ml_dtypes.bfloat16) for n in (n_q, 70))
    tell(address(theirs))
    attend(q, k, k, threads=1)
    ask(address(found))
    tell(address(none))
    assert found.tobytes() == theirs.tobytes()
    attend(q, k, k, threads=1)
    ask(address(found))
    assert found.tobytes() == none.tobytes()
