"""Where sentences stand in code, and which messages it says: read from the source, not run."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from starlore import errors
from starlore.language.patterns import values_of

SRC = Path(__file__).parents[2] / "src" / "starlore"
TEMPLATES = SRC / "view" / "templates"
COURSES = SRC.parents[1] / "courses"

ASKED = re.compile(r"""\bsay\(\s*["']([^"']+)["']""")
CLASS = r"{% block page_class %}.*?{% endblock %}"
FILLED = re.compile(rf"{CLASS}|{{{{.*?}}}}|{{%.*?%}}|{{#.*?#}}", re.DOTALL)
TAG = re.compile(r"<[^<>]*>")
NAMED = re.compile(r"""\b(?:aria-label|alt|title|placeholder)="([^"]*[^\W\d_][^"]*)\"""")

WORDED = frozenset(
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.Worded)
)
SHOWN = WORDED | {
    *("echo", "secho", "confirm", "prompt", "print"),
    *("ClickException", "BadParameter", "UsageError", "BadInput"),
    *("PlainTextResponse", "HTMLResponse", "JSONResponse", "HTTPException"),
    *("FillFault", "NoEntries", "NeverFair", "TookTooLong", "Unprintable", "Unreadable"),
}
"""Calls whose texts a person reads."""
AUTHORED = frozenset({"Diagnostic", "Breach", "Message", "course_fault", "at_words", "give_up"})
"""Calls whose texts an author reads; beside them, whatever is called with a diagnostic's code."""
BY_ID = WORDED | {"say", "Message", "Unprintable", "Unreadable"}
"""Calls whose first text is a message's id."""
PROSE = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")
"""Two words in a row: what code that a message names has nowhere."""
DECLARED = frozenset({"command", "group", "option", "argument", "version_option"})
"""Calls that declare a command; a person reads their help."""
SAID = frozenset({"say", "tell", "Message"})


def sentences(source: str) -> list[str]:
    """Texts of two words or more that code shows to a person itself; also commands without help.

    Example:
        >>> sentences("click.echo(f'{n} stars made')")
        ['0 stars made']
        >>> sentences("click.echo(say('cli.rebuild.made'))")
        []
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            found += [f"{node.name} has no help" for call in node.decorator_list if _is_mute(call)]
        if not isinstance(node, ast.Call):
            continue
        name = called(node)
        if name in SHOWN:
            parts = [*node.args, *(word.value for word in node.keywords)]
        elif name in AUTHORED or any(map(_is_code, node.args)):
            parts = [*node.args, *(word.value for word in node.keywords)]
            found += (text for part in parts for text in _texts(part) if PROSE.search(text))
            continue
        elif name in DECLARED:
            parts = [word.value for word in node.keywords if word.arg in ("help", "epilog")]
        else:
            continue
        texts = (text for part in parts for text in _texts(part))
        found += [text for text in texts if _is_sentence(text)]
    return found


def template_words(template: str) -> list[str]:
    """Words that a template holds itself.

    Example:
        >>> template_words('<p title="Sky">{{ say("app.sky") }} tonight</p>')
        ['tonight', 'Sky']
    """
    still = FILLED.sub("", template)
    return re.findall(r"(?<!&)\b[^\W\d_]{2,}", TAG.sub(" ", still)) + NAMED.findall(still)


def said() -> set[str]:
    """The whole ids, and the patterns of ids, that the package says or raises by name."""
    ids = {
        id_ for page in TEMPLATES.glob("*.html") for id_ in ASKED.findall(page.read_text("utf-8"))
    }
    for path in SRC.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and called(node) in BY_ID and node.args:
                ids.update(pattern(part) for part in _choices(node.args[0]))
    return {id_ for id_ in ids if "." in id_}


def unfilled(source: str, messages: Mapping[str, str]) -> list[str]:
    """Messages said by their whole id with other values than they hold.

    Example:
        >>> unfilled("say('a.b', m=1)", {"a.b": "{n} stars"})
        ['line 1: a.b holds n, but gets m']
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or called(node) not in BY_ID or not node.args:
            continue
        given = {word.arg for word in node.keywords}
        for id_ in filter(messages.__contains__, map(pattern, _choices(node.args[0]))):
            held = values_of(messages[id_])
            if None not in given and given != held:
                holds, gets = ", ".join(sorted(held)), ", ".join(sorted(map(str, given)))
                found.append(f"line {node.lineno}: {id_} holds {holds}, but gets {gets}")
    return found


@cache
def mentioned() -> set[str]:
    """Every id that code could say: each text in it, and each f-string filled with such texts."""
    texts, joined = set(), set()
    for path in [*SRC.rglob("*.py"), *COURSES.rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                joined.add(pattern(node))
    for page in TEMPLATES.glob("*.html"):
        texts.update(ASKED.findall(page.read_text("utf-8")))
    return texts | {text for text in joined if text.strip("*")}


def fits(pattern: str, message_id: str, words: set[str] | None = None) -> bool:
    """Whether an id is the pattern with its gaps filled, by the given words if there are any.

    Example:
        >>> fits("star.*", "star.ember", {"ember"}), fits("star.*", "star.ember", {"star"})
        (True, False)
    """
    found = _gapped(pattern).fullmatch(message_id)
    return found is not None and (words is None or words.issuperset(found.groups()))


@cache
def _gapped(pattern: str) -> re.Pattern[str]:
    """What an id with these gaps is, whatever fills them: made once, for many ids are held to it.

    Example:
        >>> _gapped("star.*").fullmatch("star.ember").groups()
        ('ember',)
    """
    return re.compile("(.+)".join(map(re.escape, pattern.split("*"))))


def called(call: ast.Call) -> str:
    """The last name of what is called: "echo" of `click.echo(...)`."""
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def pattern(node: ast.expr) -> str:
    """A text, or an f-string with a star for each value in it; "" for any other expression."""
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "*" for part in node.values)
        return "".join(map(str, parts))
    return str(node.value) if isinstance(node, ast.Constant) else ""


def _choices(node: ast.expr) -> Iterator[ast.expr]:
    """The expressions one of which a message's id is."""
    if isinstance(node, ast.IfExp):
        yield from _choices(node.body)
        yield from _choices(node.orelse)
    elif isinstance(node, ast.Constant | ast.JoinedStr):
        yield node


def _texts(node: ast.AST) -> Iterator[str]:
    """The texts of an expression, those said by the catalogue left out."""
    if isinstance(node, ast.Call) and called(node) in SAID:
        return
    if isinstance(node, ast.JoinedStr | ast.Constant):
        if isinstance(node, ast.JoinedStr) or isinstance(node.value, str):
            yield pattern(node).replace("*", "0")
        return
    for child in ast.iter_child_nodes(node):
        yield from _texts(child)


def _is_code(node: ast.expr) -> bool:
    """Whether it is the code of a diagnostic."""
    return re.fullmatch(r"L\d{3}", pattern(node)) is not None


def _is_mute(decorator: ast.expr) -> bool:
    """Whether it makes a command whose help is its docstring, which no catalogue can say."""
    if not isinstance(decorator, ast.Call) or called(decorator) not in ("command", "group"):
        return False
    return "help" not in {word.arg for word in decorator.keywords}


def _is_sentence(text: str) -> bool:
    return bool(re.search(r"\S\s+\S", text) and re.search(r"[^\W\d_]", text))
