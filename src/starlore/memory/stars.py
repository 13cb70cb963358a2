"""The fold: from the answer log to the stars, one entry at a time.

The laws, each tested:

- Folding on from stored stars gives the stars of a rebuild, bit for bit: it is the same code.
- Only the first answer of a study day moves difficulty, lapses and due day; later ones are
  practice, and never leave less than the first one left.
- A star is due after the day it was answered, and at most the longest interval later.
- Right is Good, wrong is Again; a hint halves the step, and a right choice counts for as much as
  it is likely to have been known.
- A right first answer of a day without a hint also practises easier stars, each at most once a day
  and twice between answers of its own; with all credits zero this is plain FSRS (decisions/0019).
"""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from starlore.errors import Refused
from starlore.memory.credit import grown, may_be_practised
from starlore.memory.entries import Answered, Entry, SettingChanged, StarActed
from starlore.memory.fsrs import DEFAULT_PARAMS, MEMORY_VERSION, Fsrs, Params, Rating
from starlore.memory.settings import Wishes
from starlore.memory.spread import Load, choose_due_day
from starlore.memory.star import Star, checksum, lesson_of
from starlore.memory.study_day import elapsed_days

__all__ = [
    "Answered",
    "Entry",
    "SettingChanged",
    "Sky",
    "Star",
    "StarActed",
    "checksum",
    "fold",
    "lesson_of",
]

AGAIN, GOOD = Rating.AGAIN, Rating.GOOD
GRAIN = 2.0**20
SLIP = 0.05
MET_RECALL = 0.5
"""What is taken for recall at a star's first answer of all."""
STUCK_AT, STUCK_EVERY = 8, 4
ONE_DAY = timedelta(days=1)
ACTS = ("suspend", "resume", "bury", "manual_due")


class Sky:
    """A learner's stars as far as the log has been folded, with what the next entry needs.

    Attributes:
        learner: id; it takes part in telling equal days apart.
        stars: every star answered so far, by id.
        settings: of each name the newest value.
        load: how many stars fall due on each day; suspended ones not.
        brightened: the stars that the last entry practised along the way, as they are now.
    """

    __slots__ = ("_fsrs", "_wishes", "brightened", "learner", "load", "settings", "stars")

    def __init__(self, learner: str, params: Params = DEFAULT_PARAMS) -> None:
        self.learner = learner
        self.stars: dict[str, Star] = {}
        self.settings: dict[str, object] = {}
        self.load = Load()
        self.brightened: tuple[Star, ...] = ()
        self._fsrs = Fsrs.of(params)
        self._wishes = Wishes()

    @classmethod
    def resume(
        cls,
        stars: Iterable[Star],
        settings: Mapping[str, object],
        learner: str,
        params: Params = DEFAULT_PARAMS,
        load: Load | None = None,
    ) -> "Sky":
        """Take up the fold where stored stars left it.

        Args:
            stars: those that the next entries concern; all of them where no load is given.
            settings: of each name the newest value.
            learner: id. params: those the stars were folded with.
            load: of all the learner's stars. None makes it from those given.

        Raises:
            Refused: if a setting cannot be obeyed.
        """
        sky = cls(learner, params)
        sky.settings.update(settings)
        sky._wishes = Wishes.of(sky.settings)
        if load is None:
            for star in stars:
                sky._put(None, star)
        else:
            sky.load = load
            sky.stars.update((star.star, star) for star in stars)
        return sky

    def advance(self, entry: Entry) -> Star | None:
        """Fold one more entry, later than all before it in log order.

        Returns:
            The star it concerns as it is now; None for a setting, or a star never answered.

        Raises:
            Refused: if a setting or an act cannot be obeyed; the sky is as before.
        """
        self.brightened = ()
        if isinstance(entry, Answered):
            return self._answer(entry)
        if isinstance(entry, SettingChanged):
            settings = {**self.settings, entry.name: entry.value}
            self._wishes = Wishes.of(settings)
            self.settings = settings
            return None
        return self._act(entry)

    def _answer(self, entry: Answered) -> Star | None:
        """Fold an answer: a first one, the first of a day, or practice."""
        before = self.stars.get(entry.star)
        if entry.try_no != 1:
            return before
        if before is None:
            star, recall = self._begin(entry), MET_RECALL
        else:
            elapsed = _elapsed(before, entry)
            if not elapsed:
                return self._practise(before, entry)
            recall = self._fsrs.recall(elapsed, before.stability_days)
            star = self._return(before, entry, recall)
        if entry.practised and entry.correct and not entry.gave_up and not entry.hints_shown:
            self._brighten(entry, _knew(recall, entry))
        return star

    def _brighten(self, entry: Answered, knew: float) -> None:
        """Practise the easier stars of a right answer, by how likely it was known."""
        found = []
        for name, credit in entry.practised:
            before = self.stars.get(name)
            if before is None or not may_be_practised(before, entry.study_day):
                continue
            elapsed = _elapsed(before, entry)
            if not elapsed or credit <= 0:
                continue
            s = _grained(grown(self._fsrs, before, elapsed, knew * credit))
            self._leave(before)
            rests_until = max(before.due_day, entry.study_day + ONE_DAY)
            due_day = self._due_day(
                name, before.last_study_day, s, before.answers_counted, rests_until
            )
            star = before._replace(
                stability_days=s,
                due_day=max(before.due_day, due_day),
                practised_times=before.practised_times + 1,
                practised_on=entry.study_day,
            )
            found.append(self._put(None, star))
        self.brightened = tuple(found)

    def _begin(self, entry: Answered) -> Star:
        """The first answer of all."""
        right = entry.correct and not entry.gave_up
        s, d = _first_step(self._fsrs, entry) if right else self._fsrs.first(AGAIN)
        s, d = _grained(s), _grained(d)
        due_day = self._due_day(entry.star, entry.study_day, s, 1)
        star = Star(
            entry.star, s, d, entry.study_day, due_day, 1, int(right), 0, False, not right,
            "active", None, s, entry.at_ms, entry.answer, MEMORY_VERSION,
        )  # fmt: skip
        return self._put(None, star)

    def _return(self, before: Star, entry: Answered, r: float) -> Star:
        """The first answer of a later day, after recall r: it moves everything."""
        fsrs, s, d = self._fsrs, before.stability_days, before.difficulty
        right = entry.correct and not entry.gave_up
        lapses, is_stuck = before.lapses, False
        if right:
            s, d = _right_step(fsrs, s, d, r, entry)
        else:
            s, d = fsrs.forgotten(s, d, r), fsrs.next_difficulty(d, AGAIN)
            lapses += 1
            is_stuck = before.is_stuck or _sticks(lapses)
        s, d = _grained(s), _grained(d)
        status, buried_until = before.status, before.buried_until
        if buried_until is not None and buried_until <= entry.study_day:
            status, buried_until = "active", None
        self._leave(before)
        count = before.answers_counted + 1
        due_day = self._due_day(entry.star, entry.study_day, s, count)
        star = Star(
            entry.star, s, d, entry.study_day, due_day, count,
            before.right_answers + right, lapses, is_stuck, not right,
            status, buried_until, s, entry.at_ms, entry.answer, MEMORY_VERSION,
            practised_on=before.practised_on,
        )  # fmt: skip
        return self._put(None, star)

    def _practise(self, before: Star, entry: Answered) -> Star:
        """One more answer on the same day: S may grow a little, the schedule stands.

        A due day moves only if the day is not later than this answer's, as after a clock ran back.
        """
        s = before.stability_days
        right = entry.correct and not entry.gave_up
        after = self._fsrs.same_day(s, GOOD if right else AGAIN)
        if right and entry.hints_shown > 0:
            after = _mixed(s, after, 0.5)
        star = before._replace(
            stability_days=max(_grained(after), before.floor_days),
            last_study_day=entry.study_day,
            due_day=max(before.due_day, entry.study_day + ONE_DAY),
            answers_counted=before.answers_counted + 1,
            right_answers=before.right_answers + right,
            is_ember=not right,
            last_at_ms=max(before.last_at_ms, entry.at_ms),
            last_answer=entry.answer,
            memory_version=MEMORY_VERSION,
            practised_times=0,
        )
        return self._put(before, star)

    def _act(self, entry: StarActed) -> Star | None:
        """Suspend, resume, bury or set the due day; nothing to do for a star never answered."""
        before = self.stars.get(entry.star)
        action, until_day = entry.action, entry.until_day
        if action not in ACTS:
            raise Refused("fault.log.act", known=", ".join(ACTS), action=action[:60])
        if action == "manual_due" and until_day is None:
            raise Refused("fault.log.no-day", action=action, star=entry.star)
        if before is None:
            return None
        if action == "suspend":
            star = before._replace(status="suspended", buried_until=None)
        elif action == "resume":
            star = before._replace(status="active", buried_until=None)
        elif action == "bury":
            back_on = until_day or entry.study_day + ONE_DAY
            star = before._replace(status="buried", buried_until=back_on)
        else:
            assert until_day is not None
            star = before._replace(due_day=max(until_day, before.last_study_day + ONE_DAY))
        return self._put(before, star)

    def _due_day(
        self, star: str, last_day: date, s: float, count: int, not_before: date | None = None
    ) -> date:
        """When recall will be down to what is desired, on the evening with the least to do."""
        retention, max_days, easy_days = self._wishes
        asked = round(self._fsrs.interval(s, retention))
        interval = 1 if asked < 1 else max_days if asked > max_days else asked
        return choose_due_day(
            last_day, interval, max_days, self.load, star, count, self.learner, easy_days,
            not_before,
        )  # fmt: skip

    def _leave(self, star: Star) -> None:
        """Take a star out of the load of its due day."""
        if star.status != "suspended":
            self.load.remove(lesson_of(star.star), star.due_day)

    def _put(self, before: Star | None, star: Star) -> Star:
        """Set a star in place of what it was, and in the load of its due day."""
        if before is None or before.due_day != star.due_day or before.status != star.status:
            if before is not None:
                self._leave(before)
            if star.status != "suspended":
                self.load.add(lesson_of(star.star), star.due_day)
        self.stars[star.star] = star
        return star


def fold(entries: Iterable[Entry], learner: str, params: Params = DEFAULT_PARAMS) -> Sky:
    """Fold a whole log into its sky.

    Args:
        entries: the live log in log order: by corrected time, device, number on the device.
        learner: whose log it is.
        params: the formulas' 21 numbers.

    Raises:
        Refused: if an entry holds what cannot be obeyed.

    Cost: O(1) time per entry whatever came before, some microseconds.

    Example:
        >>> typed = Answered("a1", 0, date(2026, 3, 7), "attention.top-weight",
        ...                  True, False, 0, "typed", 0, 1)
        >>> next_day = typed._replace(answer="a2", at_ms=32_400_000, study_day=date(2026, 3, 8))
        >>> star = fold([typed, next_day], "ada").stars["attention.top-weight"]
        >>> round(star.stability_days, 4), star.answers_counted
        (7.3153, 2)
    """
    sky = Sky(learner, params)
    advance = sky.advance
    for entry in entries:
        advance(entry)
    return sky


def _elapsed(star: Star, entry: Answered) -> int:
    """Days from a star's last counted answer to this one."""
    return elapsed_days(star.last_at_ms, star.last_study_day, entry.at_ms, entry.study_day)


def _first_step(fsrs: Fsrs, entry: Answered) -> tuple[float, float]:
    """A right first answer: Good, so far as it was known, and half that after a hint."""
    again, good = fsrs.first(AGAIN), fsrs.first(GOOD)
    share = _knew(MET_RECALL, entry)
    if entry.hints_shown > 0:
        share /= 2
    if share == 1.0:
        return good
    return (
        _mixed(again.stability_days, good.stability_days, share),
        again.difficulty + (good.difficulty - again.difficulty) * share,
    )


def _right_step(fsrs: Fsrs, s: float, d: float, r: float, entry: Answered) -> tuple[float, float]:
    """A right first answer of a day: Good, so far as it was known; half the step after a hint."""
    good_s, good_d = fsrs.recalled(s, d, r), fsrs.next_difficulty(d, GOOD)
    share = _knew(r, entry)
    if share != 1.0:
        again_d = fsrs.next_difficulty(d, AGAIN)
        good_s = _mixed(fsrs.forgotten(s, d, r), good_s, share)
        good_d = again_d + (good_d - again_d) * share
    if entry.hints_shown > 0:
        return (_mixed(s, good_s, 0.5), (d + good_d) / 2)
    return good_s, good_d


def _knew(r: float, entry: Answered) -> float:
    """The chance that a right answer was known and not guessed, after recall r; typed: 1."""
    options = entry.option_count
    if entry.form == "typed" or options < 2:
        return 1.0
    known = (1 - SLIP) * r
    return known / (known + (1 - r) / options)


def _mixed(low: float, high: float, share: float) -> float:
    """The S that lies at `share` of the way from one to the other, in ln S."""
    return float(low * (high / low) ** share)


def _grained(x: float) -> float:
    """The nearest multiple of 2**-20, so that the last bits of a processor die out."""
    return round(x * GRAIN) / GRAIN


def _sticks(lapses: int) -> bool:
    """At 8 lapses, and again at every 4 more."""
    return lapses >= STUCK_AT and (lapses - STUCK_AT) % STUCK_EVERY == 0
