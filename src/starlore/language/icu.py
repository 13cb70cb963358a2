"""ICU's message formatter, begun under an environment that ICU can read.

ICU takes its default locale from LC_ALL, LC_MESSAGES or LANG when it is first used, and ends the
whole process where the name of the language there is longer than eleven letters, as in
`LANG=fa:en:de:english`. No message of ours is said in the default locale, so ICU is begun without
those words; what the terminal speaks is found out elsewhere.
"""

import os

from icu4py.messageformat import MessageFormat

__all__ = ["MessageFormat"]

_FIRST = "LC_ALL"
"""The variable that outdoes the others."""


def _begin() -> None:
    """Use ICU once while the environment names no language; it never asks again."""
    named = os.environ.get(_FIRST)
    os.environ[_FIRST] = "C"
    try:
        MessageFormat("{n, plural, other {#}}", "en").format({"n": 1})
    finally:
        if named is None:
            del os.environ[_FIRST]
        else:
            os.environ[_FIRST] = named


_begin()
