"""The way from the screen to paper: a sheet to look at, to download, to draw anew."""

from starlore.lessons.model import Lesson
from starlore.study.sheets import Sheet
from starlore.view.environment import Frame
from starlore.view.off_screen import time_and_people

PAPERS = ("a4", "letter")
SHOWN = ("front", "back", "answers")
"""The pages that are shown, in their order in the PDF."""


def print_page(
    frame: Frame, lesson: Lesson, sheet: Sheet, paper: str, others: int
) -> dict[str, object]:
    """The values of the page.

    Args:
        paper: one of PAPERS. others: a seed for other numbers.
    """
    text, say, links = lesson.text(frame.language), frame.catalogue.say, frame.links
    slug, code = sheet.lesson, sheet.code.printed
    plan = lesson.plan.off_screen
    return {
        "slug": slug,
        "title": text.title,
        "activity": text.off_screen.title if text.off_screen else "",
        "time": time_and_people(plan, frame.catalogue) if plan else "",
        "code": code,
        "paper": paper,
        "papers": [
            {
                "name": say(f"print-page.{name}"),
                "href": links.print(slug, code, name),
                "is_here": name == paper,
            }
            for name in PAPERS
        ],
        "pages": [
            {
                "src": links.sheet_page(slug, code, number, paper),
                "name": say(f"print-page.{name}"),
                "alt": say(f"print-page.{name}-alt", title=text.title, code=code),
            }
            for number, name in enumerate(SHOWN, 1)
        ],
        "others": links.print(slug, "", paper, others),
        "enter": links.sheet(code),
    }
