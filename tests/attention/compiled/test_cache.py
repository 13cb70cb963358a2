"""Machine code is kept, and not being able to keep it is no fault."""

import threading
from collections.abc import Mapping
from pathlib import Path

import pytest

numba = pytest.importorskip("numba", reason="the cache is numba's")

from starlore.attention.compiled import backward, cache  # noqa: E402


def twice(x: int) -> int:
    return 2 * x


def build() -> object:
    signature = numba.core.types.int64(numba.core.types.int64)
    return cache.build("twice", twice, signature)


def test_what_was_compiled_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARLORE_KERNELS", str(tmp_path / "kept"))
    first, second = build(), build()
    assert first.stats.cache_misses and second.stats.cache_hits  # type: ignore[attr-defined]
    assert second(4) == 8  # type: ignore[operator]


def test_damaged_machine_code_is_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARLORE_KERNELS", str(tmp_path))
    build()
    for path in tmp_path.iterdir():
        path.write_bytes(b"not machine code")
    assert build()(4) == 8  # type: ignore[operator]


def test_a_folder_that_cannot_be_made_means_compiling_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("STARLORE_KERNELS", str(tmp_path / "file" / "kernels"))
    assert build()(4) == 8  # type: ignore[operator]


def said(monkeypatch: pytest.MonkeyPatch, folder: Path, patience: float) -> list[str]:
    """What is told while a function is made that waits for it, if patience is short."""
    monkeypatch.setenv("STARLORE_KERNELS", str(folder))
    monkeypatch.setattr(cache, "PATIENCE_SECONDS", patience)
    heard, told = [], threading.Event()

    def warn(words: str, *rest: object) -> None:
        heard.append(words)
        told.set()

    monkeypatch.setattr(cache._log, "warning", warn)
    build_one = cache.build

    def waits(name: str, function: object, signature: object, is_missing: object) -> object:
        def missing() -> None:
            assert told.wait(timeout=30 if patience == 0 else 0.0) == (patience == 0)
            told.clear()
            heard.clear()
            is_missing()  # type: ignore[operator]

        made = build_one(name, function, signature, missing)
        assert told.wait(timeout=30 if patience == 0 else 0.0) == (patience == 0)
        return made

    monkeypatch.setattr(cache, "build", waits)
    signature = numba.core.types.int64(numba.core.types.int64)
    made = cache.build_all("shape", {"twice": (twice, signature)})
    monkeypatch.setattr(cache, "build", build_one)
    assert made["twice"](4) == 8
    return heard


def test_compiling_is_announced_as_that_and_loading_as_loading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(monkeypatch, tmp_path, 0.0) == [cache.COMPILING]
    assert said(monkeypatch, tmp_path, 0.0) == [cache.LOADING]


def test_what_does_not_take_long_is_not_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(monkeypatch, tmp_path, 60.0) == []
    assert said(monkeypatch, tmp_path, 60.0) == []


def test_the_way_back_compiles_under_the_same_lock_and_tells_of_it_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def built(name: str, functions: Mapping[str, object]) -> dict[str, str]:
        assert cache.compiling.locked()
        asked.append((name, sorted(functions)))
        return {}

    monkeypatch.setattr(backward, "build_all", built)
    backward._compiled.cache_clear()
    backward.compiled("generic")
    backward._compiled.cache_clear()
    assert asked == [("generic", ["move_cell"])]


def test_another_generator_asks_for_other_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARLORE_KERNELS", str(tmp_path))
    build()
    monkeypatch.setattr(cache, "stamp", lambda: "other")
    assert build().stats.cache_misses  # type: ignore[attr-defined]
