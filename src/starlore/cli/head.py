"""`starlore head 3 1 0`: one row of attention, worked out line by line.

The engine computes the weights and the blend, `figures` prints them; this file says them.
"""

from collections.abc import Sequence
from decimal import Context, Decimal, InvalidOperation

import click

from starlore.attention import blend, softmax, top_scorers
from starlore.cli.columns import aligned
from starlore.cli.words import numeral, say
from starlore.figures import Figure, figures, printed_sum

MOST_SCORE = 1000
MOST_VALUE = 10**9
MOST_DIGITS = 9
MOST_TYPED = 30
"""Digits of a typed number, and the largest exponent either way: exact work with more takes
long, and says nothing more."""
LONGEST_SHOWN = 40
EXTRA_DIGITS = 3
"""Digits by which the exact weight is shown longer than the printed one."""


class BadInput(click.ClickException):
    """Something typed that has no meaning here; said in one sentence, exit code 2."""

    exit_code = 2


@click.command(
    name="head",
    context_settings={"ignore_unknown_options": True},
    help=say("cli.head.help"),
    epilog=say("cli.head.example"),
)
@click.argument("scores", nargs=-1, type=click.UNPROCESSED)
@click.option("--values", help=say("cli.head.values"))
@click.option("--digits", default="2", show_default=True, help=say("cli.head.digits"))
def head(scores: tuple[str, ...], values: str | None, digits: str) -> None:
    """Turn scores into weights, step by step, and blend values by them."""
    row = read_scores(scores)
    vectors = None if values is None else read_values(values, len(row))
    click.echo(tell(row, vectors, read_digits(digits)))


def read_scores(texts: Sequence[str]) -> list[Decimal]:
    """The scores as typed, exactly.

    Raises:
        BadInput: if there are none, or one is no number from -1000 to 1000.

    Example:
        >>> read_scores(["3", "-1.5"])
        [Decimal('3'), Decimal('-1.5')]
    """
    if not texts:
        raise BadInput(say("cli.head.error.none"))
    scores = []
    for place, text in enumerate(texts, start=1):
        number, shown = _number(text), _beginning(text)
        if number is None and text.startswith("--"):
            raise BadInput(say("cli.head.error.option", text=shown))
        if number is None:
            raise BadInput(say("cli.head.error.score", place=place, text=shown))
        if number.copy_abs() > MOST_SCORE:
            raise BadInput(
                say("cli.head.error.range", place=place, text=shown, most=str(MOST_SCORE))
            )
        if not _is_short(number):
            raise BadInput(
                say("cli.head.error.long-score", place=place, text=shown, most=MOST_TYPED)
            )
        scores.append(number)
    return scores


def read_values(text: str, count: int) -> list[list[Decimal]]:
    """One value for each score, each a vector; commas alone part plain numbers.

    Raises:
        BadInput: if a value is no number, or they do not fit the scores or each other.

    Example:
        >>> read_values("10,4", 2) == read_values("10 4", 2) == [[10], [4]]
        True
        >>> read_values("10,0 0,10", 2) == [[10, 0], [0, 10]]
        True
    """
    parts = text.replace(";", " ").split()
    if len(parts) == 1 and count > 1:
        parts = parts[0].split(",")
    values: list[list[Decimal]] = []
    for place, part in enumerate(parts, start=1):
        numbers = [_number(coordinate) for coordinate in part.split(",")]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers):
            raise BadInput(say("cli.head.error.value", place=place, text=_beginning(part)))
        if any(number.copy_abs() > MOST_VALUE for number in known):
            shown = _beginning(part)
            raise BadInput(
                say("cli.head.error.large", place=place, text=shown, most=str(MOST_VALUE))
            )
        if not all(map(_is_short, known)):
            shown = _beginning(part)
            raise BadInput(
                say("cli.head.error.long-value", place=place, text=shown, most=MOST_TYPED)
            )
        if values and len(known) != len(values[0]):
            raise BadInput(
                say("cli.head.error.widths", place=place, count=len(known), width=len(values[0]))
            )
        values.append(known)
    if len(values) != count:
        raise BadInput(say("cli.head.error.counts", scores=count, values=len(values)))
    return values


def read_digits(text: str) -> int:
    """How many decimals a printed weight has.

    Raises:
        BadInput: if it is no whole number from 1 to 9.

    Example:
        >>> read_digits("2")
        2
    """
    digits = int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0
    if not 1 <= digits <= MOST_DIGITS:
        raise BadInput(say("cli.head.error.digits", text=_beginning(text), most=MOST_DIGITS))
    return digits


def tell(scores: Sequence[Decimal], values: Sequence[Sequence[Decimal]] | None, digits: int) -> str:
    """Everything the command prints: the table, the sum, the top scorer, the blend.

    Example:
        >>> print(tell([Decimal(3), Decimal(1), Decimal(0)], None, 2))
          key  score  e^score   weight  printed
            1      3    20.09  0.84379     0.84
            2      1    2.718  0.11420     0.11
            3      0    1.000  0.04201     0.04
        total           23.80  1.00000     0.99
        <BLANKLINE>
        The weights add to exactly 1. As printed they add to 0.99: rounding each to the nearest \
0.01 lost 0.01 in all.
        Key 1 has the highest score, 3, and takes 0.84 of the weight.
    """
    weights = [float(weight) for weight in softmax(scores)]
    printed = figures(weights, places=digits)
    columns = _columns(scores, weights, printed, digits)
    sentences = [_sum_said(printed, digits), _top_said(scores, printed)]
    if values is not None:
        output = [float(number) for number in blend([weights], values)[0]]
        shares = [[weight * float(c) for c in v] for weight, v in zip(weights, values, strict=True)]
        columns.append([say("cli.head.column.value"), *(_vector(value) for value in values), ""])
        share_column = [say("cli.head.column.share"), *(_vector(share, digits) for share in shares)]
        columns.append([*share_column, _vector(output, digits)])
        sentences.append(say("cli.head.blend.is", output=_vector(output, digits)))
        if len(values[0]) > 1:
            sentences.append(say("cli.head.blend.vectors", width=len(values[0])))
    rows = list(zip(*columns, strict=True))
    return "\n".join([*aligned(rows, left=0), "", *sentences])


def _columns(
    scores: Sequence[Decimal], weights: Sequence[float], printed: Sequence[Figure], digits: int
) -> list[list[str]]:
    """The columns of the table, each with its title and its total."""
    context = Context(prec=30)
    powers = [score.exp(context) for score in scores]
    shown = digits + 2
    return [
        [
            say("cli.head.column.key"),
            *(numeral(str(place)) for place in range(1, len(scores) + 1)),
            say("cli.head.row.total"),
        ],
        [say("cli.head.column.score"), *(_printed(Figure(score)) for score in scores), ""],
        [
            say("cli.head.column.power"),
            *(_printed(Figure(power, digits=shown)) for power in [*powers, sum(powers)]),
        ],
        [
            say("cli.head.column.weight"),
            *(_printed(Figure(w, places=digits + EXTRA_DIGITS)) for w in [*weights, 1]),
        ],
        [
            say("cli.head.column.printed"),
            *map(_printed, printed),
            _printed(printed_sum(printed)),
        ],
    ]


def _sum_said(printed: Sequence[Figure], digits: int) -> str:
    """Why the printed weights do, or do not, add to one."""
    total = printed_sum(printed)
    gained = total.shown - 1
    turn = "kept" if gained == 0 else "gained" if gained > 0 else "lost"
    return say(
        f"cli.head.sum.{turn}",
        printed=_printed(total),
        unit=_printed(Figure(Decimal(1).scaleb(-digits))),
        difference=_printed(Figure(abs(gained))),
    )


def _top_said(scores: Sequence[Decimal], printed: Sequence[Figure]) -> str:
    """Which key scores highest; all of them if they tie."""
    top = top_scorers(scores)
    said = {"score": _printed(Figure(scores[top[0]])), "weight": _printed(printed[top[0]])}
    names = [numeral(str(j + 1)) for j in top]
    if len(names) == 1:
        return say("cli.head.top.one", key=names[0], **said)
    keys = say(
        "cli.head.list.and", others=say("cli.head.list.comma").join(names[:-1]), last=names[-1]
    )
    return say("cli.head.top.tied", keys=keys, **said)


def _vector(numbers: Sequence[Decimal] | Sequence[float], places: int | None = None) -> str:
    """One number plainly, several in brackets."""
    texts = [_printed(Figure(number, places=places)) for number in numbers]
    return texts[0] if len(texts) == 1 else f"({say('cli.head.list.comma').join(texts)})"


def _printed(figure: Figure) -> str:
    """A number as it is shown in the terminal's language."""
    return numeral(figure.printed)


def _number(text: str) -> Decimal | None:
    """A finite decimal number, or None if the text is none. The long minus counts as a minus."""
    try:
        number = Decimal(text.strip().replace("\N{MINUS SIGN}", "-"))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _is_short(number: Decimal) -> bool:
    """Whether a number is typed with few enough digits, before and behind the point.

    Example:
        >>> _is_short(Decimal("0.5")), _is_short(Decimal("1e-99999")), _is_short(Decimal("0e99"))
        (True, False, False)
    """
    _, digits, exponent = number.as_tuple()
    return len(digits) <= MOST_TYPED and abs(int(exponent)) <= MOST_TYPED


def _beginning(text: str) -> str:
    """A typed text as a sentence can name it."""
    return text[:LONGEST_SHOWN] + "..." * (len(text) > LONGEST_SHOWN) or '""'
