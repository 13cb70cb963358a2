"""What an ICU message pattern asks for, read without ICU."""

import re

ARGUMENT = re.compile(r"\s*([\w-]+)\s*(?:,\s*(\w+)\s*)?")


def values_of(pattern: str) -> set[str]:
    """The names of the values a pattern holds, in its branches too.

    Example:
        >>> sorted(values_of("{n, plural, =0 {none} one {{word} here} other {# in {all}}}"))
        ['all', 'n', 'word']
    """
    names: set[str] = set()
    for argument in braced(pattern):
        found = ARGUMENT.match(argument)
        assert found is not None, pattern
        names.add(found[1])
        if found[2] in ("plural", "select", "selectordinal"):
            for branch in braced(argument[found.end() :]):
                names |= values_of(branch)
    return names


def braced(text: str) -> list[str]:
    """What stands in each outermost pair of braces.

    Example:
        >>> braced("a {b {c}} d {e}")
        ['b {c}', 'e']
    """
    found, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        if sign == "{":
            start = start if depth else place + 1
            depth += 1
        elif sign == "}":
            depth -= 1
            if not depth:
                found.append(text[start:place])
    return found
