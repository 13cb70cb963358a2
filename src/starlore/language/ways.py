"""Rules 5 and 9 of the number reader: which marks separate, and what a lone comma means.

A text is taken apart in every allowed way; each way gives alternatives, in which a comma (and a
point, and a slash) has one meaning throughout. The page's habit picks among them. One left is
the reading; several are asked back.
"""

import re
from dataclasses import replace
from itertools import product

from starlore.language.echo import typeable_list
from starlore.language.numeral import Fault, Numeral, Role
from starlore.language.part import Reader, without_leading

Answer = tuple[Numeral, ...]

_SEPARATORS = re.compile(r"\s*[;؛،、\n]\s*")
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_ROLES: dict[str, tuple[Role, Role]] = {
    ",": ("group", "decimal"),
    ".": ("decimal", "group"),
    "/": ("fraction", "decimal"),
}


def one_number(text: str, reader: Reader) -> Answer | Fault:
    """The text as a single number."""
    found = _settled([text], reader)
    if isinstance(found, Fault):
        if found.reason in ("groups", "stranger", "length") and _reads_as_several(text, reader):
            return Fault("one-number")
        return found
    return _only(found, reader)


def number_list(text: str, count: int, reader: Reader) -> Answer | Fault:
    """The text as a list of `count` numbers."""
    bare = without_leading(text)
    if len(bare) > 1 and _BRACKETS.get(bare[0]) == bare[-1]:
        text = bare[1:-1].strip()
    splits = _splits(text)
    found: list[Answer] = []
    faults: list[Fault] = []
    for parts in splits:
        if len(parts) == count:
            settled = _settled(parts, reader)
            if isinstance(settled, Fault):
                faults.append(replace(settled, choices=()))  # they would do for one part only
            else:
                found += settled
    if found:
        return _only(found, reader)
    return _comma_for_two_things(text, count, reader) or next(
        iter(faults), Fault("count", {"asked": count, "came": len(splits[0])})
    )


def _splits(text: str) -> list[list[str]]:
    """Every way to take a list apart; true list marks leave one way."""
    if _SEPARATORS.search(text):
        return [_SEPARATORS.split(text)]
    by_space = re.split(r" +", text)
    ways = [[part.strip() for part in text.split(",")]] if "," in text else []
    if not any(part.endswith(",") for part in by_space):
        ways.append(by_space)
    return ways


def _settled(parts: list[str], reader: Reader) -> list[Answer] | Fault:
    """The alternatives of one way, after the page's habits had their say."""
    readings: list[Answer] = []
    for part in parts:
        found = reader.part(part) if part else Fault("no-digit")
        if isinstance(found, Fault):
            return found
        readings.append(found)
    alternatives = _alternatives(readings)
    if not alternatives:
        return Fault("one-meaning")
    for mark, habit in ((",", reader.page.comma), (".", reader.page.point)):
        usual = [answer for answer in alternatives if _agrees(answer, mark, habit)]
        if habit != "asked" and usual:
            alternatives = usual
    if any(len({numeral.unit for numeral in answer} - {None}) > 1 for answer in alternatives):
        return Fault("units-differ")
    return alternatives


def _alternatives(readings: list[Answer]) -> list[Answer]:
    """Every way to give each mark one meaning in the whole text."""
    marks = {mark for found in readings for numeral in found for mark in numeral.roles}
    ordered = [mark for mark in _ROLES if mark in marks]
    alternatives: list[Answer] = []
    for meanings in product(*(_ROLES[mark] for mark in ordered)):
        chosen = dict(zip(ordered, meanings, strict=True))
        picked = [
            [numeral for numeral in found if numeral.roles.items() <= chosen.items()]
            for found in readings
        ]
        if all(picked):
            answer = tuple(numerals[0] for numerals in picked)
            if answer not in alternatives:
                alternatives.append(answer)
    return alternatives


def _agrees(answer: Answer, mark: str, habit: str) -> bool:
    return all(numeral.roles.get(mark, habit) == habit for numeral in answer)


def _only(found: list[Answer], reader: Reader) -> Answer | Fault:
    if len(found) == 1:
        return found[0]
    texts = (typeable_list(answer, reader.language) for answer in found)
    return Fault("two-ways", choices=tuple(dict.fromkeys(filter(None, texts))))


def _comma_for_two_things(text: str, count: int, reader: Reader) -> Fault | None:
    """`0,84, 0,11`: the comma is the decimal mark and separates as well."""
    parts = re.split(r", +", text)
    if _SEPARATORS.search(text) or len(parts) != count or text.count(",") < count:
        return None
    settled = _settled(parts, reader)
    if isinstance(settled, Fault):
        return None
    texts = (typeable_list(answer, reader.language) for answer in settled)
    return Fault("semicolons", choices=tuple(filter(None, texts)))


def _reads_as_several(text: str, reader: Reader) -> bool:
    """Whether some way takes the text apart into numbers, other than at a wrong group mark."""
    if "," in text and "." in text and not re.search(r"[ ;؛،、\n]", text):
        return False
    return any(
        len(parts) > 1 and not isinstance(_settled(parts, reader), Fault) for parts in _splits(text)
    )
