"""The draws of a course as text: what `starlore check --report` prints."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from starlore.cli.words import numeral, say, tell

if TYPE_CHECKING:
    from starlore.authoring.statistics import DrawCounts


def told_counts(counts: "Sequence[DrawCounts]") -> str:
    """A block per question, or why it could not be counted; then every misconception of the course.

    Nothing for no questions.
    """
    from starlore.authoring.statistics import by_misconception

    if not counts:
        return ""
    wide = max(len(one.question) for one in counts)
    lines = [say("cli.check.counts.head", seeds=max(one.seeds for one in counts))]
    for one in counts:
        lines += _told(one, wide)
    over_all = by_misconception(one for one in counts if not one.why_not)
    named = max(map(len, over_all), default=0)
    lines.append(say("cli.check.counts.all"))
    lines += [
        say(
            "cli.check.counts.over-all",
            name=name.ljust(named),
            questions=str(questions).rjust(3),
            printed=numeral(str(printed)).rjust(6),
        )
        for name, (questions, printed) in over_all.items()
    ]
    return "\n".join(lines)


def _told(one: "DrawCounts", wide: int) -> list[str]:
    """The block of one question, its names as wide as the widest."""
    named = one.question.ljust(wide)
    if one.why_not:
        return [say("cli.check.counts.not", question=named, why=tell(one.why_not))]
    head = say(
        "cli.check.counts.question",
        question=named,
        refused=numeral(f"{100 * one.refused:4.1f}"),
        different=numeral(str(one.different)),
        places=numeral(" ".join(map(str, one.places))) or say("cli.check.counts.typed"),
    )
    wrong = (
        say("cli.check.counts.misconception", name=name.ljust(wide), printed=numeral(str(printed)))
        for name, printed in one.printed.items()
    )
    return [head, *wrong]
