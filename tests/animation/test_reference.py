"""The reference of watch.toml lists every kind with its values, and every area."""

import re
from pathlib import Path

from starlore.animation.heads import LEAST_MS, MOST_MS, MOST_WORDS, USUAL_MS
from starlore.animation.kinds import KINDS
from starlore.animation.stage import AREAS
from tests.animation.made import read

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = (ROOT / "docs" / "reference" / "watch-format.md").read_text(encoding="utf-8")
SOURCES = ROOT / "src" / "starlore" / "animation" / "kinds"


def rows() -> dict[str, str]:
    """The table of kinds, a line each."""
    return dict(re.findall(r"^\| `(\w+)` \| (.*)$", REFERENCE, re.MULTILINE))


def test_every_kind_stands_in_the_reference_with_its_options() -> None:
    for kind in KINDS:
        source = (SOURCES / f"{kind}.py").read_text(encoding="utf-8")
        asked = re.findall(
            r"given\.(?:maybe_)?(?:figures?|rows|names|places|pairs|choice|named|needed)\(\"(\w+)\"",
            source,
        )
        for option in asked:
            assert f"`{option}`" in rows()[kind], (kind, option)


def test_every_area_stands_in_the_reference() -> None:
    assert set(re.findall(r"`([\w-]+)`", REFERENCE.split("Areas:")[1].split("##")[0])) == set(AREAS)


def test_the_bounds_of_a_beat_stand_in_the_reference() -> None:
    assert f"at most {MOST_WORDS} words" in REFERENCE
    assert f"{LEAST_MS} to {MOST_MS}; without it {USUAL_MS}" in REFERENCE


def test_the_example_of_the_reference_is_read() -> None:
    example = REFERENCE.split("```toml\n")[1].split("```")[0]
    known = example.replace("sun.shares", "sun.weights")
    assert read(known).faults == ()
