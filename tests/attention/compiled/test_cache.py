"""Machine code is kept, and not being able to keep it is no fault."""

from pathlib import Path

import pytest

numba = pytest.importorskip("numba", reason="the cache is numba's")

from starlore.attention.compiled import cache  # noqa: E402


def twice(x: int) -> int:
    return 2 * x


def build() -> object:
    signature = numba.core.types.int64(numba.core.types.int64)
    return cache._build("twice", twice, signature)


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


def test_another_generator_asks_for_other_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARLORE_KERNELS", str(tmp_path))
    build()
    monkeypatch.setattr(cache, "stamp", lambda: "other")
    assert build().stats.cache_misses  # type: ignore[attr-defined]
