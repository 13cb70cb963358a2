"""Make the generated pages of the reference: `make docs`. They are English in every terminal."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import click

os.environ["LC_ALL"] = "C"
import starlore.attention
import starlore.attention.contrast
import starlore.attention.cost
import starlore.questions
from starlore.attention import (
    Blocks,
    Causal,
    Dilated,
    Documents,
    Full,
    Global,
    Random,
    Scheme,
    Strided,
    Window,
)
from starlore.attention.cost import count, parse_way
from starlore.cli.root import COMMANDS, main
from starlore.language import Catalogue
from starlore.lessons.diagnostics import CODES, meaning, remedy
from starlore.questions.lawbook import LAWS, asks, mends
from tools import clicks
from tools.docstrings import api_page
from tools.figures import figures_page
from tools.recall_page import PICTURES, recall_page

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference"
PICTURED = ROOT / "docs" / "pictures"


COMMAND_LINE = """# The command line

Made from the commands' own help by `make docs`.

Exit codes: 0 done, 1 a fault was found or met, 2 the command was not understood, 141 nobody reads
the output any more. A command whose work is what it prints (`export` without `-o`, `head`, `check`,
`doctor`) ends with 1 where that cannot be written; one that changed something (`import`, `erase`,
`rebuild`, `export -o`) has done it whether it can say so or not, and ends with 0.

After `make run` the command is `.venv/bin/starlore`, after `pip install .` it is `starlore`.
"""

CHECKS = """# What the check tells

Made from the code by `make docs`.

`starlore check [FOLDER] [--seeds N]` prints `path:line:column CODE message; what to do` for each
fault and leaves by one; a sound course leaves by zero. Each question is drawn with as many seeds as
asked for, held to the laws of questions, and all its words are filled each time. A law that is
broken is told once, with the first seeds that show it. Message and what to do are said in the
language of the terminal (`LC_ALL`, `LC_MESSAGES` or `LANG`); path, line, column and code stand so
in every language.

## The laws of questions

A breach has the code L407 and names the law; L6 is told as L408, at the words that lack something.
L9 is held by what a page may show before the answer: stem and options see `given` only, hints also
`working`. The tests of the courses in this repository search the sent pages besides.

| law | what it asks | what to do |
| --- | --- | --- |
"""

CODES_HEAD = """
## The codes

The hundreds say where the fault is: 1 the file itself, 2 its prose, 3 its figures, 4 its questions,
5 the course, 6 another language.

| code | what is wrong | what to do |
| --- | --- | --- |
"""

QUESTIONS = """# What `questions.py` may use

Made from the docstrings by `make docs`. All of it comes by `from starlore.questions import`.
[The tutorial](../tutorial/your-first-lesson.md) shows it at work, and
[what the check tells](checks.md) lists the laws that every question keeps.

"""

ENGINE = """# The engine

Made from the docstrings by `make docs`. All of it comes by `from starlore.attention import`, most
of it from `starlore` itself.

- Weights, scores and every other step: `explain(q, k, v)`. `attend(q, k, v)` gives the output
  alone, in memory that does not grow with the square of the length.
- By hand, part by part: `score`, `softmax`, `blend`.
- `attend`, `explain` and `score` divide each product by the square root of the width of the keys,
  as is usual. The lesson *Attention as a learned lookup* leaves that out, so that its numbers can
  be followed by hand: pass `scale=1.0` to get them.

"""


CONTRASTS = """# Contrasts: what else could have read the past

Made from the docstrings by `make docs`. All of it comes by
`from starlore.attention.contrast import`.
A window that slides, a state that is carried, a matrix that is written to: forward and backward,
with the meanings of ONNX's CausalConvWithState, RNN, GRU, LSTM and LinearAttention.

Small learners read in these ways and are taught to recall; [recall, measured](recall.md) has what
came of it, `starlore recall` shows it. `learned("attention")` gives one that has learned, and its
`heads(tokens)` the queries, keys and values of its head.

"""

COSTS = """# Costs: what attention takes, told before it is computed

Made from the code by `make docs`: every count is computed. All of it comes by
`from starlore.attention.cost import`; on a command line it is `starlore cost`, of which
[the how-to](../how-to/know-what-attention-costs.md) tells.

A comparison is one product of a query with a key. A multiply-add is one product of two numbers that
is added to a sum; multiplying by a constant is not counted. Comparisons are what a scheme asks; a
kernel works in tiles and scores somewhat more, which `work_of` counts. The kernels' own counters
say the same afterwards, and the contrasts are held to numbers that count their own products.

Below are one head over n = 4,096 places, queries, keys and values of 64 numbers in float32. The
last column is what twice the length makes of the multiply-adds.

| way | comparisons | multiply-adds | exponentials | bytes that must move | twice as long |
| --- | ---: | ---: | ---: | ---: | ---: |
"""

COSTED = (
    *("full", "causal", "causal & window(255)"),
    *("causal & (window(255) | global(0:4, asks=false))", "dilated(63, 4)", "strided(64)"),
    *("blocks(64)", "random(4, 64, 1)", "topk(32, causal)", "pages(32, 64)", "lsh(2, 64)"),
    *("clusters(64)", "convolution(4)", "rnn", "gru", "lstm"),
    *("linear", "gated", "delta", "gated_delta"),
)
"""The ways whose costs are shown."""

COSTS_FOOT = """
`pages` costs at least so much, `lsh` at most, and `clusters` so much if its keys fall into clusters
of one size: only the numbers decide. Contrasts compare nothing.

"""

SCHEMES = """# Schemes: who may read whom

Made from the code by `make docs`: every picture and every count is printed by a plan.

A scheme is a frozen value. `scheme.plan(n_q, n_k)` lays it on two lengths: the plan tells its
comparisons, `.keys(i)` what a query reads, and prints itself. Rows are queries, columns are keys,
`#` is read and `.` is not. `&` asks that both allow it, `|` that either does. On a command line a
scheme is its text, which `parse_scheme` reads.

Fewer comparisons are not always fewer seconds. Machine code is told up to four spans of
neighbouring keys for each query. Any other scheme, one that steps over keys as `dilated` and
`strided` do, or of more spans, is filled in as a bit for each pair, and takes the time of that:
`strided(64)` over 32,768 places makes 1 % of the comparisons of `full` and takes longer.
`starlore cost` says so where it is so.

In the formulas n is the length of queries and keys, one head; p is the place of a query among the
keys, which is its own number where both are equally long.

"""

DRAWN: tuple[tuple[Scheme, int, str, str, str], ...] = (
    (Full(), 6, "always", "n^2", "n * n"),
    (Causal(), 6, "j <= p", "n (n + 1) / 2", "n * (n + 1) // 2"),
    (
        Window(2, 1),
        8,
        "-right <= p - j <= left",
        "n (l + r + 1) - l (l + 1) / 2 - r (r + 1) / 2",
        "n * 4 - 3 - 1",
    ),
    (Causal() & Window(2), 8, "0 <= p - j <= left", "n (l + 1) - l (l + 1) / 2", "n * 3 - 3"),
    (
        Dilated(2, 3),
        9,
        "p - j = 0, step, ..., left * step",
        "(l + 1) n - step l (l + 1) / 2",
        "3 * n - 3 * 3",
    ),
    (Blocks(3), 9, "p // size = j // size", "n size, if size divides n", "n * 3"),
    (
        Causal() & Blocks(3),
        9,
        "the same block, and j <= p",
        "n (size + 1) / 2, if size divides n",
        "n * 4 // 2",
    ),
    (
        Global(range(2)),
        8,
        "j is a hub, or p is one",
        "2 g n - g^2, with g hubs",
        "2 * 2 * n - 4",
    ),
    (
        Causal() & (Window(2) | Global(range(2), asks=False)),
        9,
        "one of the s first keys or of the w latest",
        "(s + w) n - (s + w)(s + w - 1) / 2",
        "5 * n - 5 * 4 // 2",
    ),
    (
        Strided(3),
        9,
        "0 <= p - j < step, or j <= p and step divides p - j",
        "step n - step (step - 1) / 2 + n (n / step - 1) / 2, if step divides n",
        "3 * n - 3 + n * (n // 3 - 1) // 2",
    ),
    (
        Random(2, 2, seed=7),
        8,
        "j's block is one of `count` that a hash of the seed and both blocks picks",
        "n count size, if size divides n",
        "n * 2 * 2",
    ),
    (
        Documents([0, 0, 0, 1, 1, 1, 1, -1]),
        8,
        "both belong to one document; -1 is padding",
        "the sum of the squares of the documents' lengths",
        "3 * 3 + 4 * 4",
    ),
)
"""Each scheme, the length it is drawn at, its rule, its count, and the count in Python."""


def command_line() -> str:
    """Every command's own help, in the order of the list."""
    parts = [COMMAND_LINE]
    starlore = click.Context(main, info_name="starlore", **main.context_settings)
    for name in COMMANDS:
        command = main.get_command(starlore, name)
        assert command is not None, name
        context = click.Context(
            command, starlore, info_name=name, max_content_width=88, terminal_width=88
        )
        parts += [f"## `starlore {name}`", "", "```text", command.get_help(context), "```", ""]
    return "\n".join(parts)


def checks() -> str:
    """The laws of questions and the codes of diagnostics, each with what to do."""
    tell = Catalogue.load("en").tell
    laws = (f"| {law} | {tell(asks(law))} | {tell(mends(law))} |\n" for law in LAWS)
    codes = (f"| {code} | {tell(meaning(code))} | {tell(remedy(code))} |\n" for code in CODES)
    return "".join([CHECKS, *laws, CODES_HEAD, *codes])


def questions() -> str:
    """What an author's questions.py may use."""
    return QUESTIONS + api_page(starlore.questions)


def engine() -> str:
    """The engine's public names."""
    return ENGINE + api_page(starlore.attention)


def contrasts() -> str:
    """What else could have read the past."""
    return CONTRASTS + api_page(starlore.attention.contrast)


def schemes() -> str:
    """Every scheme with its picture, its rule, and its comparisons by formula and by count.

    Raises:
        ValueError: if a formula does not give what the plan counts.
    """
    parts = [SCHEMES]
    for scheme, n, rule, formula, worked in DRAWN:
        plan = scheme.plan(n, n)
        by_formula = eval(worked, {"n": n})
        if by_formula != plan.comparisons:
            raise ValueError(f"{scheme}: {formula} gives {by_formula}, not {plan.comparisons}")
        parts.append(
            f"## `{scheme}`\n\n"
            f"In Python `{scheme!r}`. Query i reads key j when: {rule}.\n\n"
            f"Comparisons: {formula}. Here n = {n}: {plan.comparisons}.\n\n"
            f"```text\n{plan}\n```\n\n"
        )
    return "".join(parts).rstrip() + "\n"


def costs() -> str:
    """What each way costs at one length, and the public names."""
    rows = []
    for text in COSTED:
        way = parse_way(text)
        once, twice = (count(way, n, n, 64, 64) for n in (4096, 8192))
        name = text.replace("|", "\\|")
        numbers = (once.comparisons, once.multiply_adds, once.exponentials, once.bytes)
        shown = " | ".join(f"{number:,}" for number in numbers)
        rows.append(f"| `{name}` | {shown} | {twice.multiply_adds / once.multiply_adds:.2f} |\n")
    return COSTS + "".join(rows) + COSTS_FOOT + api_page(starlore.attention.cost)


PAGES: Mapping[str, Callable[[], str]] = {
    "checks.md": checks,
    "command-line.md": command_line,
    "contrasts.md": contrasts,
    "costs.md": costs,
    "engine.md": engine,
    "figures.md": figures_page,
    "questions.md": questions,
    "recall.md": recall_page,
    "schemes.md": schemes,
}
"""By file name: what writes it."""


if __name__ == "__main__":
    for name, write in PAGES.items():
        (REFERENCE / name).write_text(write(), encoding="utf-8")
        print(f"{REFERENCE.relative_to(Path.cwd()) / name} written")
    for name, draw in PICTURES.items():
        (PICTURED / name).write_text(draw(), encoding="utf-8")
        print(f"{PICTURED.relative_to(Path.cwd()) / name} written")
    for written in clicks.main():
        print(f"{written.relative_to(Path.cwd())} written")
