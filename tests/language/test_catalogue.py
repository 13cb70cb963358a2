"""Messages by id, plural forms, directions."""

import pytest

from starlore.errors import BadValue, Refused, StarloreError
from starlore.language import Catalogue, direction, languages, nearest, own_name
from starlore.language.catalogue import SPOKEN, UNSPOKEN, _flat
from starlore.language.marks import PAGES


def test_english_is_there_and_comes_first() -> None:
    assert languages()[0] == "en"
    assert own_name("en") == "English"


def test_a_message_is_said_with_its_plural_form() -> None:
    catalogue = Catalogue("en", {"sky.lit": "{n, plural, one {one star} other {# stars}}"})
    assert [catalogue.say("sky.lit", n=n) for n in (1, 2, 1024)] == [
        "one star",
        "2 stars",
        "1,024 stars",
    ]


def test_a_missing_id_is_named() -> None:
    with pytest.raises(BadValue, match=r"sky\.missing"):
        Catalogue.load("en").say("sky.missing")


def test_what_a_language_lacks_is_said_in_english_between_marks() -> None:
    english = Catalogue("en", {"sky.lit": "{n} lit", "sky.on": "on"})
    persian = Catalogue("fa", {"sky.on": "روشن"}, english)
    assert persian.say("sky.on") == "روشن"
    assert persian.say("sky.lit", n=3) == f"{UNSPOKEN}3 lit{SPOKEN}"
    assert "sky.lit" in persian and "sky.off" not in persian
    with pytest.raises(BadValue, match=r"sky\.off"):
        persian.say("sky.off")


def test_a_missing_language_is_named_and_the_others_listed() -> None:
    with pytest.raises(BadValue, match=r"'eo'; there are en"):
        Catalogue.load("eo")


def test_a_broken_pattern_is_named_with_its_place() -> None:
    with pytest.raises(StarloreError, match=r"locales/en\.toml sky\.lit"):
        Catalogue("en", {"sky.lit": "{n"}).say("sky.lit", n=1)


def test_an_error_is_told_by_its_message_and_one_within_it_in_its_place() -> None:
    catalogue = Catalogue("en", {"line": "Line {n}: {fault} Stop.", "odd": "{name} is odd."})
    assert catalogue.tell(Refused("line", n=3, fault=Refused("odd", name="q"))) == (
        "Line 3: q is odd. Stop."
    )
    assert catalogue.tell(BadValue("q is odd")) == "q is odd"


def test_an_error_shows_a_programmer_its_id_and_values() -> None:
    assert str(Refused("line", n=3, fault=Refused("odd"))) == "line: n=3, fault=odd"


def test_a_catalogue_holds_only_text() -> None:
    with pytest.raises(StarloreError, match=r"sky\.count must be text, not 3"):
        list(_flat({"sky": {"count": 3}}, "en"))


def test_nested_tables_become_dotted_ids() -> None:
    assert dict(_flat({"sky": {"list": {"lit": "lit"}}}, "en")) == {"sky.list.lit": "lit"}


def test_a_language_without_a_catalogue_speaks_english() -> None:
    assert nearest("eo").tag == "en"
    assert nearest("en-XA").tag in ("en", "en-XA")


def test_a_file_is_read_once() -> None:
    assert Catalogue.load("en") is Catalogue.load("en")


@pytest.mark.parametrize("tag", sorted(PAGES))
def test_the_direction_is_that_of_the_script(tag: str) -> None:
    assert direction(tag) == ("rtl" if tag in {"fa", "ar", "ur", "ps", "ckb"} else "ltr")


@pytest.mark.parametrize("tag", languages())
def test_every_pattern_compiles_and_closes_its_braces(tag: str) -> None:
    catalogue = Catalogue.load(tag)
    for message_id in catalogue.ids():
        catalogue.say(message_id, n=1, asked=1, came=1, count=1)


def test_what_was_typed_is_said_without_characters_that_nobody_sees() -> None:
    catalogue = Catalogue("en", {"x": "“{text}”"})
    assert catalogue.say("x", text="a\x00b\x1b[31m\x7f") == "“a␀b␛[31m␡”"
    assert catalogue.say("x", text="\u202eabc\u202c") == "“\ufffdabc\ufffd”"
    assert catalogue.say("x", text="two\nlines\t") == "“two\nlines\t”"


@pytest.mark.parametrize("sign", [chr(code) for code in (0, 7, 0x1B, 0x7F, 0x80, 0x9B, 0x9F)])
def test_what_is_filled_in_never_commands_a_terminal(sign: str) -> None:
    for tag in ("en", "fa"):
        assert sign not in Catalogue.load(tag).say("fault.lesson.none", lesson=f"a{sign}[31mb")


def test_a_message_said_bare_is_not_what_is_said_of_its_values() -> None:
    catalogue = Catalogue("en", {"x": "lit{n, select, a { once} other {}}", "y": "it''s {n}"})
    assert [catalogue.say("y", n=1), catalogue.say("y", n=2)] == ["it's 1", "it's 2"]
    assert [catalogue.say("x", n="b"), catalogue.say("x", n="a")] == ["lit", "lit once"]


def test_a_message_without_values_is_said_alike_each_time() -> None:
    catalogue = Catalogue("en", {"x": "it''s lit"})
    assert [catalogue.say("x"), catalogue.say("x", n=1), catalogue.say("x")] == ["it's lit"] * 3
    for _ in range(2):
        with pytest.raises(BadValue):
            catalogue.say("y")
