"""What an ICU message pattern holds, read without ICU: its values, which it shows, its words."""

import re
from collections.abc import Iterator

_ARGUMENT = re.compile(r"\s*([\w-]+)\s*(?:,\s*(\w+)\s*)?")
_CHOOSING = ("plural", "select", "selectordinal")


def values_of(pattern: str) -> set[str]:
    """The names of all values a pattern holds, in its branches too.

    Example:
        >>> sorted(values_of("{n, plural, =0 {none} one {{word} here} other {# in {all}}}"))
        ['all', 'n', 'word']
    """
    return {name for name, _ in _arguments(pattern)}


def shown_in(pattern: str) -> set[str]:
    """The names of the values that a pattern shows; one that only chooses a branch is left out.

    Example:
        >>> sorted(shown_in("{n, plural, =0 {none} one {{word} here} other {# in {all}}}"))
        ['all', 'n', 'word']
        >>> sorted(shown_in("{n, plural, one {{word} star} other {{word} stars}}"))
        ['word']
    """
    return {name for name, is_shown in _arguments(pattern) if is_shown}


def words_of(pattern: str) -> str:
    """The pattern's own words, without the names of values and of branches.

    Example:
        >>> words_of("{n, plural, one {one star} other {# stars}} of {all}").split()
        ['one', 'star', '#', 'stars', 'of']
    """
    told, end = [], 0
    for start, argument in _braced(pattern):
        told.append(pattern[end:start])
        end = start + len(argument) + 2
        found = _ARGUMENT.match(argument)
        if found and found[2] in _CHOOSING:
            told += [words_of(branch) for _, branch in _braced(argument[found.end() :])]
    return " ".join([*told, pattern[end:]])


def _arguments(pattern: str) -> Iterator[tuple[str, bool]]:
    """Every value with whether it is shown there."""
    for _, argument in _braced(pattern):
        found = _ARGUMENT.match(argument)
        if found is None:
            continue
        if found[2] not in _CHOOSING:
            yield found[1], True
            continue
        branches = [branch for _, branch in _braced(argument[found.end() :])]
        yield found[1], found[2] != "select" and any("#" in branch for branch in branches)
        for branch in branches:
            yield from _arguments(branch)


def _braced(text: str) -> Iterator[tuple[int, str]]:
    """Where each outermost pair of braces begins, and what stands in it."""
    depth = start = 0
    for place, sign in enumerate(text):
        if sign == "{":
            start = start if depth else place
            depth += 1
        elif sign == "}" and depth:
            depth -= 1
            if not depth:
                yield start, text[start + 1 : place]
