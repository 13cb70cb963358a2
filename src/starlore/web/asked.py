"""What a handler is told of a request: the learner's desk, the moment, the language, the frame."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from starlore.lab.state import lab_lesson
from starlore.language import Catalogue, is_spoken, plain_tag
from starlore.language.marks import WITH_LATIN_DIGITS
from starlore.study.desk import Desk, Moment
from starlore.study.preferences import Preferences
from starlore.view.environment import Action, Frame, Notice, render
from starlore.view.links import Links
from starlore.web.press import Press
from starlore.web.statics import static_url

URL_ENCODED = "application/x-www-form-urlencoded"
MOST_FIELDS = 40

NOTICES = {
    "already-answered": ("notice.already-answered", ""),
    "taken-back": ("notice.taken-back", "redo"),
    "nothing-to-undo": ("notice.nothing-to-undo", ""),
    "brought-back": ("notice.brought-back", ""),
    "nothing-to-redo": ("notice.nothing-to-redo", ""),
    "set-aside": ("notice.set-aside", "undo-act"),
    "asked-again": ("notice.asked-again", "undo-act"),
    "act-undone": ("notice.act-undone", ""),
    "no-act": ("notice.no-act", ""),
    "sheet-taken": ("notice.sheet-taken", ""),
    "sheet-again": ("notice.sheet-again", ""),
    "sheet-empty": ("notice.sheet-empty", ""),
    "saved": ("settings.saved", ""),
    "undone": ("settings.undone", ""),
    "no-change": ("settings.nothing-to-undo", ""),
    "imported": ("settings.imported", ""),
    "erased": ("settings.erased", ""),
    "erased-not-wiped": ("settings.erased-not-wiped", ""),
}


@dataclass(frozen=True)
class Asked:
    """One request, as a handler sees it.

    Attributes:
        desk, at: whose, and when. wishes: the settings in force.
        language: tag of the page, with the reader's choice of digits.
        here: its address behind the language, where a reader of another language finds it; "" for
            what has no page of its own. accepts: the browser's languages.
        path, query, form: names and texts.
        files: uploaded files by field. press: what sheets are printed with, None where none is.
    """

    desk: Desk
    at: Moment
    wishes: Preferences
    language: str
    here: str
    accepts: str
    path: Mapping[str, str]
    query: Mapping[str, str]
    form: Mapping[str, str]
    files: Mapping[str, UploadFile]
    press: Press | None = None

    @property
    def links(self) -> Links:
        """Addresses in the page's language."""
        return Links(self.language)

    @property
    def catalogue(self) -> Catalogue:
        """Words in the page's language."""
        return Catalogue.load(self.language)

    def frame(self, here: str = "", lesson: str = "") -> Frame:
        """The frame of a page."""
        course = self.desk.course()
        return Frame(
            language=self.language,
            static=static_url,
            here=here,
            lesson=lesson or course.seed,
            lab=lab_lesson(course, lesson),
            address=self.here,
            theme=self.wishes.theme,
            motion=self.wishes.motion,
            keys=self.wishes.keys,
            notice=self._notice(),
        )

    def _notice(self) -> Notice | None:
        """The sentence that a redirect left in the address."""
        known = NOTICES.get(self.query.get("said", ""))
        if known is None:
            return None
        words, act = known
        say, links = self.catalogue.say, self.links
        actions = {
            "redo": Action(say("question.bring-back"), links.redo()),
            "undo-act": Action(say("question.take-back"), links.undo_act()),
        }
        return Notice(say(words), actions.get(act))

    def page(
        self,
        template: str,
        values: Mapping[str, object],
        here: str = "",
        status: int = 200,
        lesson: str = "",
    ) -> Response:
        """A page in its frame."""
        return HTMLResponse(render(template, self.frame(here, lesson), **values), status)


def to(address: str, said: str = "") -> Response:
    """Go on to a page, with a sentence to show there."""
    if said:
        path, mark, part = address.partition("#")
        joint = "&" if "?" in path else "?"
        address = f"{path}{joint}said={said}{mark}{part}"
    return RedirectResponse(address, 303)


Handler = Callable[[Asked], Response]


def handler(
    answer: Handler, unread: Callable[[Asked, HTTPException], Response] | None = None
) -> Callable[[Request], Awaitable[Response]]:
    """Turn a function of what was asked into an endpoint: the form is read first, and the work,
    which waits for the database, is done in a thread of its own.

    Args:
        answer: does the work.
        unread: answers where the form cannot be read; None for the page of such faults.
    """

    async def endpoint(request: Request) -> Response:
        form: dict[str, str] = {}
        files: dict[str, UploadFile] = {}
        if request.method != "POST":
            return await run_in_threadpool(_work, answer, request, form, files)
        try:
            sent = await _sent(request)
        except HTTPException as fault:
            if unread is None:
                raise
            return await run_in_threadpool(_refuse, unread, request, fault)
        try:
            for name, value in sent.multi_items():
                if isinstance(value, UploadFile):
                    files[name] = value
                elif is_text(name) and is_text(value):
                    form.setdefault(name, value)
                else:
                    raise HTTPException(400)
            return await run_in_threadpool(_work, answer, request, form, files)
        finally:
            await sent.close()

    return endpoint


async def _sent(request: Request) -> FormData:
    """The form; one of too many fields, or that its named charset cannot decode, is not understood.

    Raises:
        HTTPException: 400.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        if kind != URL_ENCODED:
            return await request.form(max_files=1, max_fields=MOST_FIELDS)
        text = (await request.body()).decode("latin-1")
        return FormData([*parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)])
    except ValueError:
        raise HTTPException(400) from None


def is_text(text: str) -> bool:
    """Whether a text can be kept and sent: half a surrogate pair cannot.

    Example:
        >>> is_text("0.84"), is_text(chr(0xD800))
        (True, False)
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _refuse(
    unread: Callable[[Asked, HTTPException], Response], request: Request, fault: HTTPException
) -> Response:
    """Answer a form that could not be read."""
    return unread(asked_of(request), fault)


def _work(
    answer: Handler, request: Request, form: dict[str, str], files: dict[str, UploadFile]
) -> Response:
    """Do what was asked, by the learner's settings and the clock's now."""
    return answer(asked_of(request, form, files))


def asked_of(
    request: Request,
    form: Mapping[str, str] | None = None,
    files: Mapping[str, UploadFile] | None = None,
) -> Asked:
    """What a request asks. Raises HTTPException 404 for a language that is not there."""
    local = request.app.state.local
    language = request.path_params.get("lang", "en")
    if not is_spoken(language) or language != plain_tag(language):
        raise HTTPException(404)
    desk = local.desk()
    wishes = desk.preferences()
    return Asked(
        desk=desk,
        at=Moment(local.clock(), wishes.zone, wishes.rollover_hour),
        wishes=wishes,
        language=_with_digits(language, wishes.digits),
        here=_here(request),
        accepts=request.headers.get("accept-language", ""),
        path=request.path_params,
        query=dict(request.query_params),
        form=form or {},
        files=files or {},
        press=local.press,
    )


def _with_digits(language: str, digits: str) -> str:
    """The tag of a page whose digits the reader chose.

    Example:
        >>> _with_digits("fa", "latin"), _with_digits("fa", "page")
        ('fa-u-nu-latn', 'fa')
    """
    return language + WITH_LATIN_DIGITS if digits == "latin" else language


def _here(request: Request) -> str:
    """Where a page lies behind its language; of a form that was sent, the question it is about."""
    path = request.url.path.partition("/")[2].partition("/")[2]
    if request.method == "GET":
        return f"{path}?{request.url.query}" if request.url.query else path
    variant = request.path_params.get("variant", "")
    return f"question/{quote(variant)}" if variant else ""
