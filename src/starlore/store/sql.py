"""Every statement a `Unit` runs, written once.

Log order is by corrected time, then device, then its number there.
"""

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    Table,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    select,
    union,
    union_all,
    update,
)

from starlore.memory.stars import Star
from starlore.store import schema as s
from starlore.store.rows import SHAPE_OF, STAR_NOW, VARIANT
from starlore.store.statements import Statement

MINE: BindParameter[str] = bindparam("learner")


def order(table: Table, newest_first: bool = False) -> list[ColumnElement[object]]:
    """Columns that put a log table in log order."""
    columns = [table.c.corrected_at_ms, table.c.device, table.c.device_seq]
    return [c.desc() for c in columns] if newest_first else [c.asc() for c in columns]


def is_targeted(table: Table) -> ColumnElement[bool]:
    """Whether any void, live or not, points at the row."""
    v = s.void.alias("v")
    return exists().where(v.c.learner == table.c.learner, v.c.target_id == table.c.id)


def _all_of(table: Table, columns: tuple[str, ...]) -> Select[tuple[object, ...]]:
    return select(*(table.c[name] for name in columns)).where(table.c.learner == MINE)


INSERT = {name: Statement(insert(shape.table)) for name, shape in SHAPE_OF.items()}
FIND = {
    name: Statement(_all_of(shape.table, shape.columns).where(shape.table.c.id == bindparam("id")))
    for name, shape in SHAPE_OF.items()
}
WHICH = Statement(
    union_all(
        *(
            select(literal_column(f"'{table.name}'")).where(
                table.c.learner == MINE, table.c.id == bindparam("id")
            )
            for table in s.LOG
        )
    )
)
LOG = {
    name: Statement(_all_of(shape.table, shape.columns).order_by(*order(shape.table)))
    for name, shape in SHAPE_OF.items()
}
NEWEST_FIRST = {
    table.name: Statement(
        select(table.c.id, is_targeted(table))
        .where(table.c.learner == MINE)
        .order_by(*order(table, newest_first=True))
    )
    for table in s.LOG
}

VOIDS = Statement(
    select(s.void.c.id, s.void.c.target_table, s.void.c.target_id)
    .where(
        s.void.c.learner == MINE,
        s.void.c.target_table.in_((bindparam("table"), "void")),
    )
    .order_by(*order(s.void))
)
GRADINGS_OF = Statement(
    select(*(s.grading.c[name] for name in SHAPE_OF["grading"].columns), is_targeted(s.grading))
    .where(s.grading.c.learner == MINE, s.grading.c.answer == bindparam("answer"))
    .order_by(*order(s.grading, newest_first=True))
)

_RECENT = (
    select(
        *(s.grading.c[n] for n in ("id", "answer", "misconception")),
        *(s.grading.c[n] for n in ("corrected_at_ms", "device", "device_seq")),
    )
    .where(s.grading.c.learner == MINE)
    .order_by(*order(s.grading, newest_first=True))
    .limit(bindparam("most"))
    .subquery("recent")
)
RECENT_MISSES = Statement(
    select(_RECENT.c.id, _RECENT.c.answer, s.answer.c.star)
    .join_from(
        _RECENT, s.answer, (s.answer.c.learner == MINE) & (s.answer.c.id == _RECENT.c.answer)
    )
    .where(_RECENT.c.misconception == bindparam("misconception"))
    .order_by(
        _RECENT.c.corrected_at_ms.desc(), _RECENT.c.device.desc(), _RECENT.c.device_seq.desc()
    )
)

TARGETED = Statement(
    select(s.void.c.id)
    .where(s.void.c.learner == MINE, s.void.c.target_id == bindparam("id"))
    .limit(1)
)
KNOWN_ANSWER = Statement(
    select(s.answer.c.id).where(s.answer.c.learner == MINE, s.answer.c.id == bindparam("id"))
)

HEADS = Statement(
    select(s.head.c.corrected_at_ms, s.head.c.device, s.head.c.device_seq).where(
        s.head.c.learner == MINE
    )
)
NEW_HEAD = Statement(insert(s.head))
MOVE_HEAD = Statement(
    update(s.head)
    .where(s.head.c.learner == MINE, s.head.c.device == bindparam("on_device"))
    .values(device_seq=bindparam("seq"), corrected_at_ms=bindparam("at_ms"))
)
KNOWN_LEARNER = Statement(select(s.learner.c.id).where(s.learner.c.id == MINE))
NEW_LEARNER = Statement(insert(s.learner))
KNOWN_DEVICE = Statement(select(s.installation.c.id).where(s.installation.c.id == bindparam("id")))
NEW_DEVICE = Statement(insert(s.installation))

ANSWERS_AS_FOLDED = Statement(
    select(
        *(s.answer.c[n] for n in ("id", "corrected_at_ms", "study_day", "star", "gave_up")),
        *(s.answer.c[n] for n in ("hints_shown", "form", "option_count", "try_no")),
        s.answer.c.practised_json,
    )
    .where(s.answer.c.learner == MINE, s.answer.c.study_day <= bindparam("until_day"))
    .order_by(*order(s.answer))
)
PLACE_OF_ANSWER = Statement(
    select(*(s.answer.c[n] for n in ("corrected_at_ms", "device", "device_seq"))).where(
        s.answer.c.learner == MINE, s.answer.c.id == bindparam("id")
    )
)
GRADINGS_AS_FOLDED = Statement(
    select(s.grading.c.answer, s.grading.c.correct, s.grading.c.id)
    .where(s.grading.c.learner == MINE)
    .order_by(*order(s.grading))
)
SETTINGS = Statement(
    select(
        *(s.setting_change.c[n] for n in ("corrected_at_ms", "device", "device_seq", "id")),
        *(s.setting_change.c[n] for n in ("name", "new_json")),
    )
    .where(s.setting_change.c.learner == MINE)
    .order_by(*order(s.setting_change))
)
STAR_ACTIONS = Statement(
    select(
        *(s.star_action.c[n] for n in ("corrected_at_ms", "device", "device_seq", "id")),
        *(s.star_action.c[n] for n in ("star", "action", "until_day")),
    )
    .where(s.star_action.c.learner == MINE)
    .order_by(*order(s.star_action))
)
ANSWERED_ON = Statement(
    select(s.answer.c.id, s.answer.c.star, is_targeted(s.answer))
    .where(s.answer.c.learner == MINE, s.answer.c.study_day == bindparam("study_day"))
    .order_by(*order(s.answer))
)
ANSWER_DAYS = Statement(
    select(s.answer.c.id, s.answer.c.study_day, is_targeted(s.answer))
    .where(s.answer.c.learner == MINE)
    .order_by(*order(s.answer))
)
COUNT_ANSWERS = Statement(
    select(func.count()).select_from(s.answer).where(s.answer.c.learner == MINE)
)

_VARIANT = _all_of(s.variant, VARIANT)
VARIANT_BY_ID = Statement(_VARIANT.where(s.variant.c.id == bindparam("id")))
VARIANTS_OF_SITTING = Statement(
    _VARIANT.where(s.variant.c.sitting == bindparam("sitting")).order_by(
        s.variant.c.shown_at_ms, s.variant.c.id
    )
)
OPEN_VARIANT = Statement(
    _VARIANT.where(
        s.variant.c.star == bindparam("star"),
        s.variant.c.status == "open",
        s.variant.c.mode == bindparam("mode"),
        s.variant.c.sitting == bindparam("sitting"),
        s.variant.c.expires_at_ms >= bindparam("now_ms"),
    )
    .order_by(s.variant.c.shown_at_ms.desc(), s.variant.c.id.desc())
    .limit(1)
)
RECENT_VARIANTS = Statement(
    select(s.variant.c.seed, s.variant.c.question)
    .where(s.variant.c.learner == MINE, s.variant.c.star == bindparam("star"))
    .order_by(s.variant.c.shown_at_ms.desc(), s.variant.c.id.desc())
    .limit(bindparam("most"))
)
NEW_VARIANT = Statement(insert(s.variant))
CHANGE_VARIANT = Statement(
    update(s.variant)
    .where(s.variant.c.learner == MINE, s.variant.c.id == bindparam("variant"))
    .values(
        status=bindparam("now_status"),
        hints_shown=bindparam("now_hints"),
        answer=bindparam("now_answer"),
        effect_json=bindparam("now_effect"),
    )
)

STARS = Statement(_all_of(s.star, Star._fields).order_by(s.star.c.star))
STAR = Statement(_all_of(s.star, Star._fields).where(s.star.c.star == bindparam("of_star")))
DUE_DAYS = Statement(
    select(s.star.c.star, s.star.c.due_day).where(
        s.star.c.learner == MINE, s.star.c.status != "suspended"
    )
)
NEW_STAR = Statement(insert(s.star))
CHANGE_STAR = Statement(
    update(s.star)
    .where(s.star.c.learner == MINE, s.star.c.star == bindparam("of_star"))
    .values({name.removeprefix("now_"): bindparam(name) for name in STAR_NOW})
)
DROP_STARS = Statement(delete(s.star).where(s.star.c.learner == MINE))

SHEET = Statement(select(*s.sheet.c).where(s.sheet.c.code == bindparam("sheet")))
NEW_SHEET = Statement(insert(s.sheet))

CONTENT = Statement(
    select(s.content_version.c.files).where(s.content_version.c.hash == bindparam("hash"))
)
KNOWN_CONTENT = Statement(
    select(s.content_version.c.hash).where(s.content_version.c.hash == bindparam("hash"))
)
DROP_CONTENT = Statement(
    delete(s.content_version).where(s.content_version.c.hash == bindparam("hash"))
)
NEW_CONTENT = Statement(insert(s.content_version))

DEVICE_NUMBERS = [
    Statement(
        select(
            table.c.device,
            func.count(),
            func.max(table.c.device_seq),
            func.max(table.c.corrected_at_ms),
        )
        .where(table.c.learner == MINE)
        .group_by(table.c.device)
    )
    for table in s.LOG
]

LOCAL = Statement(select(s.learner.c.id).where(s.learner.c.is_local == 1))
MAKE_LOCAL = Statement(update(s.learner).where(s.learner.c.id == MINE).values(is_local=1))
DROP_HEADS = Statement(delete(s.head).where(s.head.c.learner == MINE))

_ANSWERED = s.variant.c.status == "answered"
_USED = union(
    select(s.variant.c.content_hash).where(s.variant.c.learner == MINE, _ANSWERED),
    select(s.grading.c.content_hash).where(s.grading.c.learner == MINE),
)
_CONTENT = s.content_version.c
CONTENT_OF = Statement(
    select(_CONTENT.hash, _CONTENT.files).where(_CONTENT.hash.in_(_USED)).order_by(_CONTENT.hash)
)
VARIANTS = Statement(_VARIANT.where(_ANSWERED).order_by(s.variant.c.shown_at_ms, s.variant.c.id))
EXPORT_COUNTS = [
    Statement(select(func.count()).select_from(s.content_version).where(_CONTENT.hash.in_(_USED))),
    Statement(
        select(func.count()).select_from(s.variant).where(s.variant.c.learner == MINE, _ANSWERED)
    ),
    *(
        Statement(select(func.count()).select_from(table).where(table.c.learner == MINE))
        for table in s.LOG
    ),
]
NUMBER_TAKEN = {
    table.name: Statement(
        select(table.c.id).where(
            table.c.learner == MINE,
            table.c.device == bindparam("on_device"),
            table.c.device_seq == bindparam("number"),
        )
    )
    for table in s.LOG
}
