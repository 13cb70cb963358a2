"""Words by language, their numbers filled in when they are shown, in the digits of the page."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlore.language import plain_tag
from starlore.language.pseudo import PSEUDO
from starlore.lessons.disguise import disguised
from starlore.lessons.fill import Bank, fill, plain


@dataclass(frozen=True, eq=False)
class Words:
    """A caption or a label.

    Attributes:
        by: what was written, by language, the first language first; may be empty.
        values: that its slots name. banks: the sentences of each language.

    Example:
        >>> words = Words({"en": "{{ n }} words"}, {"n": 4})
        >>> words.shown("en"), words.tag("fa")
        ('4 words', 'en')
    """

    by: Mapping[str, str]
    values: Mapping[str, object] = field(default_factory=dict)
    banks: Mapping[str, Bank] = field(default_factory=dict)

    def tag(self, language: str) -> str:
        """The language it is shown in on a page of some language."""
        own = plain_tag(language)
        return own if own in PSEUDO or own in self.by else next(iter(self.by), own)

    def marked(self, language: str) -> str:
        """The words with numbers between the marks of `lessons.fill`, for a page to isolate.

        Raises:
            FillFault: if a slot cannot be filled.
        """
        tag = self.tag(language)
        digits = language if tag == plain_tag(language) else tag
        written, bank = self.by.get(tag, ""), self.banks.get(tag, ())
        if tag in PSEUDO:
            written = disguised(next(iter(self.by.values()), ""), tag)
            bank = next(iter(self.banks.values()), ())
        return fill(written, self.values, digits, bank)

    def shown(self, language: str) -> str:
        """The words alone.

        Raises:
            FillFault: if a slot cannot be filled.
        """
        return plain(self.marked(language))
