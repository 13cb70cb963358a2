"""From the screen to paper: look at a sheet, keep it, download it."""

from starlette.responses import Response

from starlore.errors import NotFound, Refused
from starlore.study.sheets import SEEDS, Sheet, draw_sheet, has_sheet, keep_sheet, open_sheet
from starlore.view.print_page import PAPERS, print_page
from starlore.web.asked import Asked, handler, to
from starlore.web.cards import sheet_lesson

KINDS = {"pdf": "application/pdf", "png": "image/png"}


@handler
def show(asked: Asked) -> Response:
    """A sheet of a lesson before it is printed: that of the address, or one with any numbers.

    Nothing is kept yet, so that looking changes nothing.
    """
    slug = asked.path["slug"]
    lesson = asked.desk.course().lesson(slug)
    if not has_sheet(lesson):
        raise NotFound("fault.sheet.none", lesson=slug)
    code = asked.query.get("code", "")
    sheet = _of(asked, code, slug) if code else draw_sheet(lesson, _seed(asked))
    others = asked.desk.bits(20) % SEEDS
    values = print_page(
        asked.frame("lesson", slug), sheet_lesson(asked, sheet), sheet, _paper(asked), others
    )
    return asked.page("print.html", {"sheet": values}, "lesson", lesson=slug)


@handler
def keep(asked: Asked) -> Response:
    """Keep the sheet that is printed, whatever the course becomes, and go on to its PDF."""
    slug = asked.path["slug"]
    lesson = asked.desk.course().lesson(slug)
    code, paper = asked.form.get("code", ""), asked.form.get("paper", "")
    sheet = _of(asked, code, slug) if code else draw_sheet(lesson, asked.desk.bits(20) % SEEDS)
    keep_sheet(asked.desk, asked.at, sheet, sheet_lesson(asked, sheet))
    paper = paper if paper in PAPERS else PAPERS[0]
    return to(asked.links.sheet_pdf(slug, sheet.code.printed, paper))


@handler
def file(asked: Asked) -> Response:
    """A sheet's PDF, or the picture of one of its pages: `CODE.pdf`, `CODE-1.png`."""
    slug = asked.path["slug"]
    name, _, kind = asked.path["file"].rpartition(".")
    if kind not in KINDS:
        raise NotFound("fault.sheet.none", lesson=slug)
    press = asked.press
    if press is None:
        raise Refused("fault.sheet.no-typst")
    paper = _paper(asked)
    if kind == "pdf":
        sheet = _of(asked, name, slug)
        made = press.pdf(sheet, sheet_lesson(asked, sheet), asked.language, paper)
        said = f'attachment; filename="{slug}-{sheet.code.printed}.pdf"'
        return Response(made, media_type=KINDS[kind], headers={"Content-Disposition": said})
    code, _, number = name.rpartition("-")
    sheet = _of(asked, code, slug)
    is_number = number.isascii() and number.isdigit() and len(number) < 3
    at = int(number) if is_number else 0  # no sheet has a page 0
    made = press.page(sheet, sheet_lesson(asked, sheet), asked.language, paper, at)
    return Response(made, media_type=KINDS[kind])


def _of(asked: Asked, code: str, slug: str) -> Sheet:
    """The sheet of a code, if it is one of the lesson's."""
    sheet = open_sheet(asked.desk, code)
    if sheet.lesson != slug:
        code = sheet.code.printed
        raise NotFound("fault.sheet.other", code=code, lesson=sheet.lesson, asked=slug)
    return sheet


def _paper(asked: Asked) -> str:
    paper = asked.query.get("paper", "")
    return paper if paper in PAPERS else PAPERS[0]


def _seed(asked: Asked) -> int:
    """The seed of the address, or any."""
    text = asked.query.get("seed", "")
    if text.isascii() and text.isdigit() and len(text) <= 7 and int(text) < SEEDS:
        return int(text)
    return asked.desk.bits(20) % SEEDS
