"""The draws of a course as text: what `starlore check --report` prints."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from starlore.cli.words import say

if TYPE_CHECKING:
    from starlore.authoring.statistics import DrawCounts


def told_counts(counts: "Sequence[DrawCounts]") -> str:
    """A block per question, then every misconception of the course; nothing for no questions."""
    from starlore.authoring.statistics import by_misconception

    if not counts:
        return ""
    lines = [say("cli.check.counts.head", seeds=counts[0].seeds)]
    wide = max(len(one.question) for one in counts)
    for one in counts:
        places = " ".join(map(str, one.places)) or say("cli.check.counts.typed")
        lines.append(
            say(
                "cli.check.counts.question",
                question=one.question.ljust(wide),
                refused=f"{100 * one.refused:4.1f}",
                different=str(one.different),
                places=places,
            )
        )
        lines += [
            say("cli.check.counts.misconception", name=name.ljust(wide), printed=str(printed))
            for name, printed in one.printed.items()
        ]
    over_all = by_misconception(counts)
    named = max(map(len, over_all), default=0)
    lines.append(say("cli.check.counts.all"))
    lines += [
        say(
            "cli.check.counts.over-all",
            name=name.ljust(named),
            questions=str(questions).rjust(3),
            printed=str(printed).rjust(6),
        )
        for name, (questions, printed) in over_all.items()
    ]
    return "\n".join(lines)
