"""Schemes are read from text, and faults in the text are named by column."""

import pytest

from starlore.attention.schemes import (
    Blocks,
    Causal,
    Dilated,
    Documents,
    Full,
    Global,
    Random,
    Scheme,
    Window,
    parse_scheme,
)
from starlore.errors import ShapeError

READ: list[tuple[str, Scheme]] = [
    ("full", Full()),
    ("full()", Full()),
    (" causal &window( 256 )", Causal() & Window(256)),
    ("causal(end)", Causal("end")),
    ("causal(-3)", Causal(-3)),
    ("window(open, 2)", Window(None, 2)),
    ("window(1, align=end)", Window(1, align="end")),
    ("window(left=1, right=open)", Window(1, None)),
    ("dilated(4, step=2)", Dilated(4, 2)),
    ("global([0, 5])", Global([0, 5])),
    ("global(0:4, asks=false)", Global(range(4), asks=False)),
    ("blocks(64, [#. ##])", Blocks(64, [[True, False], [True, True]])),
    ("random(count=2, size=4, seed=7)", Random(2, 4, 7)),
    ("documents([0*3, 1*2, -1])", Documents([0, 0, 0, 1, 1, -1])),
    (
        "causal & (window(255) | global(0:4, asks=false))",
        Causal() & (Window(255) | Global(range(4), asks=False)),
    ),
    ("full | causal & window(1)", Full() | (Causal() & Window(1))),
    ("(full | causal) & window(1)", (Full() | Causal()) & Window(1)),
    ("full & causal & window(1)", (Full() & Causal()) & Window(1)),
    ("full & (causal & window(1))", Full() & (Causal() & Window(1))),
]


@pytest.mark.parametrize(("text", "scheme"), READ, ids=[text for text, _ in READ])
def test_text_is_read(text: str, scheme: Scheme) -> None:
    assert parse_scheme(text) == scheme


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "column 1: expected a scheme (full, causal, "),
        ("causal &", "column 9: expected a scheme (full, causal, "),
        ("casual", "column 1: expected a scheme (full, causal, "),
        ("causal causal", 'column 8: expected the end, & or |, found "causal"'),
        ("(causal", "column 8: expected a closing bracket, & or |, found the end"),
        ("causal)", 'column 7: expected the end, & or |, found ")"'),
        ("full & window", "column 8: window needs left"),
        ("window(1 2)", 'column 10: expected a comma or a closing bracket, found "2"'),
        ("window(1,", "column 10: expected a value"),
        ("window(-1)", "column 1: Window: left must be 0 or more"),
        ("window(1, 2, end, 4)", "column 19: expected a closing bracket, as window takes no more"),
        ("window(1, up=2)", 'column 11: expected an argument of window (right, align), found "up"'),
        ("window(1, left=2)", 'column 11: expected an argument of window (right, align), found "l'),
        ("window(right=1, 2)", "column 17: expected an argument by name, as one before it is"),
        ("window(wide)", "column 8: expected a value (a whole number, open, true, false, start, e"),
        ("full(1)", "column 6: expected a closing bracket, as full takes no more arguments"),
        ("global(0:end)", 'column 10: expected the end of the range, found "end"'),
        ("global([0 5])", 'column 11: expected a comma or ], found "5"'),
        ("global([0,", "column 11: expected a whole number or ], found the end"),
        ("global(3)", "column 1: Global: places must be whole numbers"),
        ("blocks(2, [## #])", 'column 15: expected a row of 2 cells, like the first, found "#"'),
        ("blocks(2, [## 1])", 'column 15: expected a row of # and . or ], found "1"'),
        ("documents([0*0])", "column 14: expected 1 to 2^24 of it, found 0"),
        ("causal @ full", "column 8: expected a name, a number or a sign"),
        ("causal & where", "column 10: where takes a function, which no text can hold"),
        ("window(1.5)", "column 9: expected a comma or a closing bracket"),
        ("causal(middle)", "column 8: expected a value"),
        ("causal(true)", "column 1: align must be"),
        ("|".join(["causal"] * 129), "column 896: expected 128 schemes joined at most"),
        (f"window({'9' * 21})", "column 8: expected a number of 20 digits at most, found"),
        (f"global(0:{'9' * 5000})", "column 10: expected a number of 20 digits at most, found"),
        (f"global([{'9' * 5000}])", "column 9: expected a number of 20 digits at most, found"),
        ("full " * 2**18, "expected a scheme of 2^20 characters at most, found 1310720"),
    ],
)
def test_a_fault_is_named_by_its_column(text: str, sentence: str) -> None:
    with pytest.raises(ShapeError) as refused:
        parse_scheme(text)
    assert sentence in str(refused.value)


def test_as_many_schemes_as_are_read_can_be_counted_and_written() -> None:
    scheme = parse_scheme(" & ".join(["window(2)", "causal"] * 64))
    assert parse_scheme(str(scheme)) == scheme
    assert scheme.plan(8, 8).comparisons == 21
