"""The page of what was measured of recall, and its pictures: made from the results that ship."""

from collections.abc import Callable, Iterable, Mapping

from starlore.attention.contrast.learned import measured, shipped
from starlore.attention.contrast.published import (
    MAD,
    MAD_MODELS,
    MQAR,
    MQAR_MODELS,
    MQAR_WIDTHS,
    MQAR_WORDS,
    published_of,
)
from starlore.attention.contrast.recall import BOARD, Row, on_the_board, rows_of
from starlore.attention.contrast.superposed import superposed
from starlore.attention.contrast.trials import ASKED, DENSE, PAIRED, pairs_of
from starlore.language.catalogue import nearest
from starlore.view.recall import lengths_svg, name_of, windows_svg

HEAD = """# Recall, measured

Made by `make docs` from the results that ship; `python -m tools.recall` trained them, and
`starlore recall` shows them on a command line or measures them anew.
[What the past keeps](../explanation/what-the-past-keeps.md) says what to see in them.

Every number is the share of the questions of {asked:,} texts that were answered with the right
token, at the step size that served best of those tried, as the mean over seeds and, behind ±, the
deviation between them. The ceiling was computed before anything was trained.

"""

EARLY = """Whatever the way of reading, the first {warm:.0%} of the steps show *dense* texts: pairs
and, at once, their keys, so {dense} places for each pair and none that means nothing, two pairs at
first and in the end as many as the task has. A step of them asks four times as many questions, and
most answers are near. Without them no narrow window learns so many tokens in so few steps, for
most of the questions that the task itself asks have no answer in sight.

"""

TASKS = {
    "mqar": "Multi-query associative recall: pairs of a key and a value, one for every 16 places, "
    "then every key once more, among tokens that mean nothing.",
    "mqar-large": "Multi-query associative recall with more words: the same texts, with as many "
    "words as others have published it with.",
    "copy": "Copying: words, then the same words asked in their order.",
    "selective-copy": "Selective copying: a few words among blanks, then asked in their order.",
    "flip-flop": "Flip-flop: a word is set now and then, and asked for between words that are not.",
    "ask-place": "Compression: words, and at the end one question, which stood at this place.",
}

LEARNED = """## What the columns mean

- *a guess*: what is reached by naming one of the words that were said, whichever was asked. A
  learner that stands there knows what was said and not what belongs to what.
- *hidden bits*: what is carried from one place to the next, besides the two places of the short
  convolution, which every learner carries. The ceiling of a memory is Fano's:
  (bits / pairs + 1) / log2(words), which at these sizes is far above everything that was learned.
- *rates*: how many step sizes were tried, each with as many seeds. *seconds*: of one core for one
  trial, in the middle. A row far below its ceiling has not learned enough here, in seconds; that
  says nothing of what it could learn.

"""


BESIDE = """## Beside what others have published

Three ways that have kin among the published models, with the tokens of the board above and with as
many as were published, and whoever was given more steps. Seeds are told one by one. *Sums of
products* is worked out, not learned: what one vector of as many numbers gives back if each pair is
added into it as the product of random codes. *Published* is two layers of width 64 with {words:,}
tokens, the best of four step sizes, after far more training; each layer has a state of its own.
Only rows of {words:,} tokens are asked as hard a question.

None of the kin is the same as what stands beside it. BaseConv and Hyena convolve between gates, and
Hyena makes its kernel by a small network. H3 multiplies a shifted key with a value, as ours do, and
carries the products in a state; as configured for such texts by its publishers, that has as many
numbers for each channel as a text has places, so it stands with the convolutions. RWKV carries
sums of values weighed by powers of their keys, which fade, over sums of the weights. The texts
differ too: in configurations that can be read, places that mean nothing are all alike, where ours
hold any token.

| way | length | tokens | steps | accuracy | each seed | a guess | sums of products | published |
| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | --- |
"""


def recall_page() -> str:
    """Tables of every task, of windows against their count, and what others have published."""
    parts = [HEAD.format(asked=ASKED)]
    for task, told in TASKS.items():
        base = BOARD[task]
        parts.append(f"## {told.partition(':')[0]}\n\n{told} {base.vocab} tokens, {base.steps} ")
        parts.append(f"steps of about {base.shown:,} tokens.\n\n")
        if task == "mqar":
            parts.append(EARLY.format(warm=base.warm, dense=DENSE))
            parts.append("![Accuracy against length](../pictures/recall-lengths.svg)\n\n")
        parts += [_table(measured(task)), "\n"]
    parts += [LEARNED, _windows(), _beside(), _published()]
    return "".join(parts)


def lengths_picture() -> str:
    """Accuracy against length."""
    rows = [row for row in measured("mqar") if row.trial.window in (None, 32)]
    return str(lengths_svg(rows, nearest("en")))


def windows_picture() -> str:
    """Learned windows on the line of what was counted."""
    rows = [*_window_rows(64), *(row for row in measured("mqar") if _is_attention(row))]
    texts = rows[0].trial.tested()
    counted = [texts.share_within(width) for width in range(1, 65)]
    return str(windows_svg(rows, counted, nearest("en")))


PICTURES: Mapping[str, Callable[[], str]] = {
    "recall-lengths.svg": lengths_picture,
    "recall-windows.svg": windows_picture,
}
"""By file name: what draws it."""


def _window_rows(n: int | None = None) -> list[Row]:
    rows = [row for row in measured("mqar") if row.trial.window and n in (None, row.trial.n)]
    return sorted(rows, key=lambda row: (row.trial.n, row.trial.window))


def _is_attention(row: Row) -> bool:
    """Whether it sees all 64 places, as a window of 64 would."""
    return row.trial.way == "attention" and row.trial.n == 64


def _table(rows: Iterable[Row]) -> str:
    lines = [
        "| way | length | accuracy | ceiling | a guess | hidden bits | rates | seeds | seconds |\n",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    ]
    for row in rows:
        bits = row.ceiling.hidden_bits
        lines.append(
            f"| {name_of(row)} | {row.trial.n} | {row.accuracy:.3f} ± {row.spread:.3f} "
            f"| {row.ceiling.accuracy:.3f} | {row.ceiling.said:.3f} "
            f"| {'all kept' if bits is None else f'{bits:,}'} | {len(row.rates)} "
            f"| {len(row.accuracies)} | {_seconds(row):.0f} |\n"
        )
    return "".join(lines)


def _seconds(row: Row) -> float:
    """The middle of what the trials of a row took."""
    kind = row.trial.anew(rate=1.0, seed=0)
    times = [one.seconds for one in shipped() if one.trial.anew(rate=1.0, seed=0) == kind]
    return sorted(times)[len(times) // 2]


def _windows() -> str:
    """Learned windows beside what was counted before."""
    lines = [
        "## A window brings back what lies within it\n\n",
        "The share of questions whose answer stands within the window is counted on the texts "
        "themselves, before anything is trained; the rest can only be guessed.\n\n",
        "![Learned windows on the counted line](../pictures/recall-windows.svg)\n\n",
        "| window | length | counted within | and guessing the rest | learned | off the count |\n",
        "| ---: | ---: | ---: | ---: | ---: | ---: |\n",
    ]
    for row in _window_rows():
        lines.append(
            f"| {row.trial.window} | {row.trial.n} | {row.ceiling.within:.3f} "
            f"| {row.ceiling.accuracy:.3f} | {row.accuracy:.3f} ± {row.spread:.3f} "
            f"| {row.accuracy - row.ceiling.within:+.3f} |\n"
        )
    return "".join(lines) + "\n"


def _beside() -> str:
    """Those that have kin among the published, and those that were given more steps."""
    longer = rows_of((one.trial, one.outcome) for one in shipped() if not on_the_board(one.trial))
    kept = [row for task in PAIRED for row in measured(task)]
    board = [row for row in kept if _kin(row)]
    lines = [BESIDE.format(words=MQAR_WORDS)]
    for row in sorted(board + longer, key=_by_length):
        trial, seeds = row.trial, " ".join(f"{one:.3f}" for one in row.accuracies)
        sums = f"{superposed(trial.width, pairs_of(trial.n), trial.vocab // 2):.3f}"
        kin = ", ".join(f"{name} {one:.2f}" for name, one in _kin(row).items())
        lines.append(
            f"| {name_of(row)} | {trial.n} | {trial.vocab:,} | {trial.steps:,} "
            f"| {row.accuracy:.3f} ± {row.spread:.3f} | {seeds} | {row.ceiling.said:.3f} "
            f"| {'' if trial.way == 'attention' else sums} | {kin} |\n"
        )
    return "".join(lines) + "\n"


def _kin(row: Row) -> dict[str, float]:
    return published_of(row.trial.way, row.trial.n, pairs_of(row.trial.n))


def _by_length(row: Row) -> tuple[str, int, int, int]:
    return row.trial.way, row.trial.n, row.trial.vocab, row.trial.steps


def _published() -> str:
    """What others measured with far more training, read off their tables and figures."""
    lines = [
        "## What others have published\n\n",
        f"Multi-query associative recall with {MQAR_WORDS:,} tokens and two layers, best of four "
        f"rates, at widths {', '.join(map(str, MQAR_WIDTHS))}; read off figure 2 of Arora et al. "
        "2024 (Zoology), so to about .01. Attention is 1.00 in every cell. ",
        "*Sums of products* is worked out for the same widths and words, random codes, for "
        "one vector, where each pair is noise to every other. It is no fit and no bound: with 16 "
        "pairs at width 128 it gives more than RWKV reached and less than H3.\n\n",
        f"| length (pairs) | {' | '.join(MQAR_MODELS)} | sums of products |\n"
        f"| --- |{' --- |' * (len(MQAR_MODELS) + 1)}\n",
    ]
    for (n, pairs), cells in MQAR.items():
        sums = tuple(superposed(width, pairs, MQAR_WORDS // 2) for width in MQAR_WIDTHS)
        shown = " | ".join(" ".join(f"{one:.2f}" for one in cell) for cell in (*cells, sums))
        lines.append(f"| {n} ({pairs}) | {shown} |\n")
    lines += [
        "\nSix tasks of MAD (Poli et al. 2024) with four layers of width 128, as quoted by Yang et "
        "al. 2024 (DeltaNet), so at second hand; per cent. Attention, first, does not win all.\n\n",
        f"| task | {' | '.join(MAD_MODELS)} |\n| --- |{' ---: |' * len(MAD_MODELS)}\n",
    ]
    lines += [f"| {task} | {' | '.join(map(str, row))} |\n" for task, row in MAD.items()]
    return "".join(lines)
