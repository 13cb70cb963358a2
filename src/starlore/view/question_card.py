"""One question as it is shown: open, asked back, or answered and explained.

Before the answer the card holds what was given, the form and the option texts: no solution, no
mark on the right option, no explanation. After it, right or wrong: the learner's own path, the
worked path, one sentence that generalises, and what grew.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from markupsafe import Markup

from starlore.figures import Figure
from starlore.language import Catalogue, show_list, show_number
from starlore.lessons.model import Course, Lesson, QuestionText
from starlore.lessons.scope import answered_scope, hint_scope, open_scope
from starlore.memory.star import lesson_of, name_of
from starlore.questions.codec import from_json
from starlore.questions.model import Place, Solution, Text, Variant
from starlore.study.answering import AskedBack
from starlore.study.effects import effect_of
from starlore.study.misses import Misses
from starlore.study.records import GradingRecord, VariantRow
from starlore.study.skies import SeenSky
from starlore.view.brightened import Also, brightened
from starlore.view.environment import Frame
from starlore.view.grown import grown_heading, grown_lines
from starlore.view.lab_link import Again, Way, lab_link, made_again
from starlore.view.marks import constellation_mark
from starlore.view.names import lesson_title, star_name
from starlore.view.passage import Scope, inline, plain_text, show_passage
from starlore.view.sky import constellation_svg
from starlore.view.steps import Step, warms_up_for
from starlore.view.svg import markup


@dataclass(frozen=True)
class Told:
    """What a card is told beside its Variant.

    Attributes:
        place: "lesson", "review", "question", "sky" or "warm-up" and the lesson's slug.
        answer_id: id of the answer this form would become.
        back: what was asked back. grading, raw: of the answer that closed it.
        is_taken_back, can_take_back: whether that answer is void, or the last live one.
        misses: how often its mistake was made before, it included.
    """

    place: str
    answer_id: str
    back: AskedBack | None = None
    grading: GradingRecord | None = None
    raw: str = ""
    is_taken_back: bool = False
    can_take_back: bool = False
    misses: Misses = field(default_factory=Misses)


@dataclass(frozen=True)
class Option:
    """One answer to choose: its value in the form, its key, its words, how it turned out."""

    value: str
    key: str
    html: Markup
    state: str = ""
    said: str = ""


@dataclass(frozen=True)
class Why:
    """The explanation: always the worked path, and the learner's own where it is known."""

    headline: Markup
    own: Markup | None
    worked: Markup
    general: Markup


@dataclass(frozen=True)
class QuestionCard:
    """Everything a question's template shows."""

    id: str
    lesson: str
    lesson_title: str
    star: str
    star_name: str
    place: str
    back: str
    answer_id: str
    form: str
    is_open: bool
    stem: Markup
    stem_rest: Markup
    options: tuple[Option, ...]
    has_long_options: bool
    not_yet_key: str
    not_yet_value: str
    answer_words: Markup
    hints: tuple[Markup, ...]
    hints_left: int
    enough: str
    steps: tuple[Step, ...]
    scores: tuple[Figure, ...] = ()
    typed: str = ""
    typed_html: Markup | None = None
    solution_html: Markup | None = None
    refusal: str = ""
    echo: str = ""
    confirm: str = ""
    why: Why | None = None
    grew: tuple[str, ...] = ()
    grew_heading: str = ""
    also: tuple[Also, ...] = ()
    constellation: Markup | None = None
    lab: Way | None = None
    again: Again | None = None
    is_taken_back: bool = False
    can_take_back: bool = False
    tag: str = "h2"

    @property
    def part(self) -> str:
        """Id of the part of the page that the next reply replaces."""
        return "warm-up" if warms_up_for(self.place) else "part"

    def at_the_end(self) -> "QuestionCard":
        """The same card where nothing comes after it in its sitting."""
        return replace(self, enough="")


def hint_count(lesson: Lesson, row: VariantRow) -> int:
    """How many hints a question has in the lesson it was asked from."""
    text = lesson.text(row.language).questions.get(name_of(row.question))
    return 0 if text is None else len(text.hints)


def question_card(
    frame: Frame,
    course: Course,
    lesson: Lesson,
    row: VariantRow,
    told: Told,
    steps: tuple[Step, ...],
    seen: SeenSky | None,
) -> QuestionCard:
    """Make the card of a Variant, in the words of the lesson it was asked from."""
    catalogue, links = frame.catalogue, frame.links
    variant, text = from_json(row.variant_json), _text(lesson, row)
    is_open = row.status != "answered"
    values = _values(lesson, variant, is_open, told)
    scope = Scope(lesson, row.language, catalogue, values, course.lessons.keys())
    stem, rest = inline(text.stem, scope)
    card = QuestionCard(
        id=row.id,
        lesson=lesson_of(row.star),
        lesson_title=lesson_title(course, lesson_of(row.star), frame.language),
        star=row.star,
        star_name=star_name(course, row.star, frame.language),
        place=told.place,
        back="" if told.place == "review" else told.place,
        answer_id=told.answer_id,
        form=row.form,
        is_open=is_open,
        stem=stem,
        stem_rest=rest,
        options=_options(variant, text, scope, row, told) if row.form == "choice" else (),
        has_long_options=isinstance(variant.solution, Text),
        not_yet_key=show_number(str(len(variant.order) + 1), frame.language)
        if row.form == "choice"
        else "",
        not_yet_value=str(len(variant.order) + 1) if row.form == "choice" else "n",
        answer_words=inline(text.answer, scope)[0],
        hints=_hints(lesson, variant, text, scope, row, told) if is_open else (),
        hints_left=max(0, len(text.hints) - row.hints_shown),
        enough=links.sitting_end(row.sitting) if row.sitting else "",
        steps=steps,
        scores=_scores(variant),
        is_taken_back=told.is_taken_back,
        can_take_back=told.can_take_back,
    )
    if is_open:
        return _asked_back(card, told, catalogue)
    return _explained(card, frame, course, variant, text, scope, row, told, seen)


def _text(lesson: Lesson, row: VariantRow) -> QuestionText:
    """The words of a question in the language it was asked in."""
    return lesson.text(row.language).questions[name_of(row.question)]


def _values(lesson: Lesson, variant: Variant, is_open: bool, told: Told) -> Mapping[str, object]:
    """The names a question's text may use: what was given, and after the answer the rest."""
    if is_open:
        return open_scope(lesson, variant)
    return answered_scope(lesson, variant, _yours(variant, told))


def _yours(variant: Variant, told: Told) -> Solution | None:
    """What the learner answered, as read."""
    if told.grading is None or told.grading.reading_json == "null":
        return _chosen(variant, told.raw)
    numbers = json.loads(told.grading.reading_json)["numbers"]
    figures = tuple(Figure(Fraction(n) if "/" in n else Decimal(n)) for n in numbers)
    return figures if len(figures) > 1 else figures[0]


def _chosen(variant: Variant, raw: str) -> Solution | None:
    """The answer behind a chosen option."""
    if not raw.isdigit() or not 1 <= int(raw) <= len(variant.order):
        return None
    return variant.answer_named(variant.order[int(raw) - 1])


def show_solution(solution: Solution, name: str, text: QuestionText, scope: Scope) -> Markup:
    """An answer in the page's words and digits."""
    if isinstance(solution, Figure):
        return markup('<bdi dir="ltr">{}</bdi>', show_number(solution.printed, scope.language))
    if isinstance(solution, tuple):
        shown = show_list([part.printed for part in solution], scope.language)
        return markup('<bdi dir="ltr">{}</bdi>', shown)
    if isinstance(solution, Place):
        return markup("<bdi>{}</bdi>", scope.word(solution))
    return inline(text.options[solution.name], scope)[0]


def _options(
    variant: Variant, text: QuestionText, scope: Scope, row: VariantRow, told: Told
) -> tuple[Option, ...]:
    """The answers in the order drawn; only afterwards is one of them marked."""
    say = scope.catalogue.say
    shown: list[Option] = []
    for place, name in enumerate(variant.order, 1):
        html = show_solution(variant.answer_named(name), name, text, scope)
        option = Option(str(place), show_number(str(place), scope.language), html)
        if row.status == "answered":
            is_right, is_yours = name == "", told.raw == str(place)
            state = "is-right" if is_right else "is-yours" if is_yours else "is-other"
            said = [say("question.yours-mark")] if is_yours else []
            said += [say("question.right-mark")] if is_right and not is_yours else []
            option = replace(option, state=state, said="".join(said))
        shown.append(option)
    return tuple(shown)


def _hints(
    lesson: Lesson,
    variant: Variant,
    text: QuestionText,
    scope: Scope,
    row: VariantRow,
    told: Told,
) -> tuple[Markup, ...]:
    """The hints asked for so far; a hint may use what is worked out, and nothing more is sent."""
    wider = scope.with_values(hint_scope(lesson, variant))
    return tuple(inline(hint, wider)[0] for hint in text.hints[: row.hints_shown])


def _scores(variant: Variant) -> tuple[Figure, ...]:
    """The drawn scores, for the very first picture."""
    scores = variant.given.get("scores", ())
    if not isinstance(scores, tuple):
        return ()
    numbers = [score for score in scores if isinstance(score, Figure | Decimal | int)]
    return tuple(score if isinstance(score, Figure) else Figure(score) for score in numbers)


def _asked_back(card: QuestionCard, told: Told, catalogue: Catalogue) -> QuestionCard:
    """The form as it was, with why it is not an answer yet."""
    if told.back is None:
        return card
    if told.back.reading is not None:
        return replace(card, typed=told.back.text, confirm=told.back.reading.echo)
    refusal = told.back.refusal
    sentence = refusal.sentence if refusal is not None else catalogue.say("question.none-chosen")
    return replace(card, typed=told.back.text, refusal=sentence)


def _explained(
    card: QuestionCard,
    frame: Frame,
    course: Course,
    variant: Variant,
    text: QuestionText,
    scope: Scope,
    row: VariantRow,
    told: Told,
    seen: SeenSky | None,
) -> QuestionCard:
    """The card with its explanation and what grew."""
    effect = effect_of(row.effect_json)
    counts = None if told.is_taken_back else effect
    solution = show_solution(variant.solution, "", text, scope)
    picture = None
    if seen is not None and effect is not None and card.lesson in seen.lessons:
        mark = constellation_mark(course, seen, card.lesson, frame.links, frame.catalogue, row.star)
        if counts is not None and counts.grew:
            mark = mark.with_grown({row.star})
        picture = constellation_svg(mark, frame.catalogue)
    return replace(
        card,
        solution_html=solution,
        typed_html=_given_html(card, told),
        why=_why(text, scope, told, solution),
        grew=()
        if seen is None or counts is None
        else grown_lines(card.star_name, counts, frame, seen, row),
        grew_heading=grown_heading(counts, frame),
        also=brightened(course, counts, seen, frame),
        constellation=picture,
        lab=lab_link(frame, course, card.lesson, variant, _kind(told)),
        again=made_again(frame, course, card.lesson, variant, _kind(told), told.misses),
    )


def _given_html(card: QuestionCard, told: Told) -> Markup | None:
    """What was answered: the option chosen, or what was typed, which is data and never markup."""
    if card.options:
        return next((one.html for one in card.options if one.value == told.raw), None)
    return markup('<bdi dir="ltr">{}</bdi>', told.raw) if told.raw else None


def _why(text: QuestionText, scope: Scope, told: Told, solution: Markup) -> Why:
    """Own path, worked path, one sentence that generalises."""
    say = scope.catalogue.say
    word, _, name = _kind(told).partition(" ")
    own: Markup | None = None
    if word == "right":
        headline = Markup(say("question.headline-right", solution="{}")).format(solution)
    elif word == "wrong":
        own = show_passage(text.wrong[name], scope)
        short = text.headlines.get(name)
        headline = Markup(say("question.headline-wrong"))
        if short is not None:
            words = inline(short, scope)[0]
            headline = Markup(say("question.headline-wrong-own", own="{}")).format(words)
    elif word == "slip":
        headline = Markup(say("question.headline-wrong"))
        given = _yours_read(scope)
        right = plain_text(solution)
        own = markup("<p>{}</p>", say(f"slip.{name}", yours=given, right=right))
    elif word == "unmatched":
        read = markup('<bdi dir="ltr">{}</bdi>', _yours_read(scope))
        headline = Markup(say("question.headline-unmatched", yours="{}")).format(read)
    else:
        headline = Markup(say("question.headline-shown"))
    return Why(headline, own, show_passage(text.worked, scope), show_passage(text.general, scope))


def _kind(told: Told) -> str:
    """How the answer is explained."""
    return told.grading.explanation if told.grading is not None else "shown"


def _yours_read(scope: Scope) -> str:
    """What the learner answered, as it was read."""
    return show_list_or_number(scope.values.get("yours"), scope.language)


def show_list_or_number(value: object, language: str) -> str:
    """A figure or a list of them as plain text in the page's digits."""
    if isinstance(value, Figure):
        return show_number(value.printed, language)
    if isinstance(value, tuple):
        return show_list([part.printed for part in value if isinstance(part, Figure)], language)
    return str(value)
