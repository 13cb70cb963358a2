"""Heads and figures: whatever stands in one gives values or a fault with its place."""

import pytest

from starlore.lessons import entries
from starlore.lessons.entries import DEEPEST, LONGEST, NoEntries, read_entries

BOMB = "a: &a [x, x]\n" + "".join(f"{k}: &{k} [*a, *a]\n" for k in "bcdef")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("minutes: 5\non: 2026-13-45\n", 1, "month must be"),
        (f"minutes: 5\nat: 1{'0' * 5000}\n", 1, "cannot be read"),
        ("minutes: !!int x\n", 0, "tags"),
        ("minutes: !!float x\n", 0, "tags"),
        ("on: !!timestamp x\n", 0, "tags"),
        ("id: !!python/object/apply:os.system [x]\n", 0, "tags"),
        (BOMB, 0, "anchors"),
        ("a: &a [*a]\n", 0, "anchors"),
        ("<<: 3\n", 0, "merging"),
        ("one: 1\nid: a\x01b\n", 1, "U\\+0001"),
        ('id: "\\ud800"\n', 0, "cannot be printed"),
        ('id: "\\x00"\n', 0, "cannot be printed"),
        ("a: " + "[" * 5000, 0, f"more than {DEEPEST} deep"),
        ("a: " + "[" * 400 + "]" * 400, 0, f"more than {DEEPEST} deep"),
        ("a: " + "{a: " * 3000, 0, f"more than {DEEPEST} deep"),
        ("a: [" + "[]," * 5000, 0, "more than 4,000 values"),
        ("a: " + "x" * LONGEST, 0, "longer than"),
        ("id: a\n---\nid: b\n", 1, "another document"),
        ("%YAML 9.9\n---\nid: a\n", 0, "version"),
        ("\tid: a\n", 0, "cannot start"),
    ],
)
def test_what_is_no_head_is_told_with_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(NoEntries, match=said) as told:
        read_entries(text)
    assert told.value.line == line


def test_a_name_that_stands_twice_is_told_as_such() -> None:
    with pytest.raises(NoEntries) as told:
        read_entries("id: a\nid: b\n")
    assert (told.value.is_twice, told.value.line) == (True, 1)


def test_words_of_every_language_may_stand_in_a_head() -> None:
    text = "title: \u0645\u06cc\u200c\u062e\u0648\u0627\u0646\u062f a\u00a0b\nat: [1, 2.5]\n"
    assert dict(read_entries(text)) == {"title": text[7:].partition("\n")[0], "at": [1, 2.5]}


def test_a_head_is_read_once_and_refused_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    reader = entries._reader
    monkeypatch.setattr(entries, "_reader", lambda: begun.append("read") or reader())  # type: ignore[func-returns-value]
    assert read_entries("minutes: 5\n")["minutes"] == 5
    for text in ("a: &a [1]\nb: *a\n", "a: !!python/object:os.x 1\n"):
        with pytest.raises(NoEntries):
            read_entries(text)
    assert begun == ["read"] * 3
