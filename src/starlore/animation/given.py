"""What a part is given: names of engine values, looked up and read as the shapes kinds draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from starlore.errors import LessonError
from starlore.figures import Figure
from starlore.lessons.fill import look_up
from starlore.lessons.pictures.data import count_of, figure_of, figures_of, list_of, rows_of


@dataclass
class Given:
    """The options of one part, and the lesson's numbers they name.

    Every option but `as`, `area`, `label` and plain choices is the name of a value. What is asked
    for is remembered, so that what nobody asked for can be told.
    """

    options: Mapping[str, object]
    values: Mapping[str, object]
    asked: set[str] = field(default_factory=set)

    @property
    def kind(self) -> str:
        """The word after `as`."""
        return str(self.options.get("as", ""))

    def value(self, option: str) -> object:
        """The value an option names, or None where it is left out.

        Raises:
            LessonError: if no value has that name.
        """
        self.asked.add(option)
        name = self.options.get(option)
        if name is None:
            return None
        if not isinstance(name, str):
            raise LessonError("check.watch.no-name", option=option, got=repr(name))
        try:
            return look_up(name, self.values)
        except KeyError:
            raise LessonError("check.slot.unknown", name=name) from None

    def _what(self, option: str) -> str:
        return f"{self.kind}: {option}"

    def needed(self, option: str) -> object:
        """The value of an option that must be there.

        Raises:
            LessonError: if it is not.
        """
        value = self.value(option)
        if value is None:
            raise LessonError("check.watch.needs", kind=self.kind, option=option)
        return value

    def figure(self, option: str = "of") -> Figure:
        """One number."""
        return figure_of(self.needed(option), self._what(option))

    def maybe_figure(self, option: str) -> Figure | None:
        """One number, if it is given."""
        value = self.value(option)
        return None if value is None else figure_of(value, self._what(option))

    def figures(self, option: str = "of") -> tuple[Figure, ...]:
        """A list of numbers; one number is a list of one."""
        value = self.needed(option)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return figures_of(value, self._what(option))
        return (figure_of(value, self._what(option)),)

    def maybe_figures(self, option: str) -> tuple[Figure, ...]:
        """A list of numbers, empty where the option is left out."""
        return () if self.value(option) is None else self.figures(option)

    def rows(self, option: str = "of") -> tuple[tuple[Figure, ...], ...]:
        """Rows of numbers; a list of numbers is one row."""
        value = self.needed(option)
        listed = list_of(value, self._what(option), "numbers")
        if isinstance(listed[0], Sequence) and not isinstance(listed[0], str):
            return rows_of(value, self._what(option))
        return (figures_of(value, self._what(option)),)

    def maybe_rows(self, option: str) -> tuple[tuple[Figure, ...], ...]:
        """Rows of numbers, none where the option is left out."""
        return () if self.value(option) is None else self.rows(option)

    def names(self, option: str = "names") -> tuple[str, ...]:
        """A list of names, empty where the option is left out."""
        value = self.value(option)
        if value is None:
            return ()
        listed = list_of(value, self._what(option), "names")
        if not all(isinstance(name, str) for name in listed):
            raise LessonError("check.watch.names", what=self._what(option))
        return tuple(str(name) for name in listed)

    def places(self, option: str) -> tuple[int, ...]:
        """Whole numbers that count places from nought, none where the option is left out."""
        value = self.value(option)
        if value is None:
            return ()
        listed = value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
        return tuple(count_of(one, self._what(option)) for one in listed)

    def pairs(self, option: str) -> tuple[tuple[int, int], ...]:
        """Pairs of a row and a place in it, both from nought."""
        value = self.value(option)
        if value is None:
            return ()
        found: list[tuple[int, int]] = []
        for pair in list_of(value, self._what(option), "pairs", least=0):
            both = list_of(pair, self._what(option), "pairs", least=2)
            found.append((count_of(both[0], option), count_of(both[1], option)))
        return tuple(found)

    def choice(self, option: str, *among: str) -> str:
        """One of several words; the first where the option is left out.

        Raises:
            LessonError: if it is another one.
        """
        self.asked.add(option)
        word = str(self.options.get(option, among[0]))
        if word not in among:
            raise LessonError("check.watch.choice", option=option, known=among, got=word)
        return word

    def named(self, option: str, names: Sequence[str]) -> int:
        """Which of some names an option says, by its place; -1 where it is left out.

        Raises:
            LessonError: if it is none of them.
        """
        self.asked.add(option)
        name = self.options.get(option)
        if name is None:
            return -1
        if name not in names:
            known = tuple(names)
            raise LessonError("check.watch.choice", option=option, known=known, got=repr(name))
        return list(names).index(str(name))
