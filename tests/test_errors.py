"""Errors cross from process to process as they are, whatever their kind asks for."""

import copy
import importlib
import pickle
import pkgutil
from collections.abc import Iterator

import pytest

import starlore
from starlore.errors import Refused, StarloreError, Unready, Worded
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.entries import NoEntries
from starlore.lessons.fill import FillFault
from starlore.message import Message
from starlore.questions.author_code import TookTooLong
from starlore.questions.draw import NeverFair

SAID = Message("check.slot.unknown", name="sun", n=2, of=("a", Message("check.entry.text")))


def kinds() -> Iterator[type[StarloreError]]:
    """Every kind of error that Starlore raises on purpose."""
    for module in pkgutil.walk_packages(starlore.__path__, "starlore."):
        if (
            not module.name.startswith("starlore.store.migrations.")
            and "__main__" not in module.name
        ):
            importlib.import_module(module.name)
    waiting: list[type[StarloreError]] = [StarloreError]
    while waiting:
        kind = waiting.pop()
        yield kind
        waiting += kind.__subclasses__()


OWN: dict[type[StarloreError], StarloreError] = {
    Unready: Unready("fault.lesson.unready", (Diagnostic("a", 1, 2, "L100", SAID),), lesson="dot"),
    NoEntries: NoEntries(SAID, 3, 4, is_twice=True),
    FillFault: FillFault(SAID, 7, "sun", is_malformed=True),
    TookTooLong: TookTooLong(0.5, (("questions.py", 3),)),
    NeverFair: NeverFair("dot.sum", 3, SAID),
}
"""Those whose making asks for more than an id and values."""


def made(kind: type[StarloreError]) -> StarloreError:
    """One of a kind."""
    if kind in OWN:
        return OWN[kind]
    if issubclass(kind, Worded):
        return kind("check.slot.unknown", name="sun", why=Refused("fault.setting.hour", value=25))
    return kind("a sentence of its own")


@pytest.mark.parametrize("kind", sorted(kinds(), key=str))
def test_an_error_is_the_same_in_another_process(kind: type[StarloreError]) -> None:
    error = made(kind)
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is kind
        assert (again.args, str(again)) == (error.args, str(error))
        assert repr(vars(again)) == repr(vars(error))
        if isinstance(error, Worded) and isinstance(again, Worded):
            assert again.message == error.message


def test_an_error_made_of_what_it_says_alone_would_not_come_back() -> None:
    kind, said = OWN[NoEntries].__class__, OWN[NoEntries].args
    with pytest.raises(TypeError):
        kind(*said)  # as pickle makes an exception by itself
