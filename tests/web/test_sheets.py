"""From the lesson to paper and back: the sheet, its code, its answers, each exactly once."""

import re

import pytest

from starlore.paper.printer import Printer
from starlore.study.sheets import SEEDS, Sheet, draw_sheet
from starlore.web.app import create_app
from tests.study.test_sheets import solution_of, wrong_of
from tests.web.conftest import App, Reply

LOOKUP = "lookup"


def sheet_of(app: App, seed: int = 7, slug: str = LOOKUP) -> Sheet:
    return draw_sheet(app.desk.course().lessons[slug], seed)


def address(sheet: Sheet) -> str:
    return f"/en/sheet/{sheet.code.printed}"


def filled(sheet: Sheet, page: str, wrong: frozenset[int] = frozenset()) -> dict[str, str]:
    """The form of a sheet's page with the answers of its answer side."""
    ids = dict(re.findall(r'name="(id-\d+)" value="([^"]+)"', page))
    answers = {
        f"answer-{place}": wrong_of(asked) if place in wrong else solution_of(asked)
        for place, asked in enumerate(sheet.asked)
        if f"id-{place}" in ids
    }
    readings = dict(re.findall(r'name="(reading-\d+)" value="([^"]*)"', page))
    return {**ids, **answers, **readings}


def send(app: App, sheet: Sheet, form: dict[str, str]) -> Reply:
    """Enter a form; what was only read back is confirmed once, as a person would."""
    reply = app.post(address(sheet), **form)
    if reply.status == 200:
        readings = dict(re.findall(r'name="(reading-\d+)" value="([^"]*)"', reply.text))
        return app.post(address(sheet), **{**form, **readings})
    return reply


def stars(app: App) -> dict[str, int]:
    with app.store.read() as unit:
        return {star.star: star.right_answers for star in unit.stars(app.desk.learner)}


def test_the_lesson_leads_to_its_sheet(app: App) -> None:
    page = app.get("/en/lesson/lookup").text
    assert "Take it off screen" in page
    assert "The string lookup" in page
    assert "20 minutes, 2 to 30 people" in page
    assert 'href="/en/print/lookup"' in page
    assert 'href="/en/sheet"' in page


def test_the_button_of_the_lesson_gives_a_sheet_that_is_kept(app: App) -> None:
    reply = app.post("/en/print/lookup")
    assert reply.status == 303
    found = re.fullmatch(r"/en/print/lookup/([0-9A-Z-]{9})\.pdf\?paper=a4", reply.place)
    assert found is not None
    with app.store.read() as unit:
        assert unit.sheet(found.group(1).replace("-", "")) is not None
    made = app.client.get(reply.place)
    assert made.status_code == 200
    assert made.headers["content-type"] == "application/pdf"
    assert f'filename="lookup-{found.group(1)}.pdf"' in made.headers["content-disposition"]
    assert made.content.startswith(b"%PDF-")
    assert app.client.get(reply.place).content == made.content


def test_looking_at_a_sheet_changes_nothing(app: App) -> None:
    log = app.log()
    page = app.get("/en/print/lookup?seed=7")
    code = sheet_of(app).code.printed
    assert page.status == 200
    assert code in page.text
    picture = app.client.get(f"/en/print/lookup/{code}-1.png?paper=letter")
    assert picture.content.startswith(b"\x89PNG")
    app.get(f"/en/sheet/{code}")
    with app.store.read() as unit:
        assert unit.sheet(code.replace("-", "")) is None
    assert app.log() == log


def test_other_numbers_are_another_sheet(app: App) -> None:
    codes = {
        re.findall(r"[0-9A-Z]{4}-[0-9A-Z]{4}", app.get("/en/print/dot").text)[0] for _ in "abc"
    }
    assert len(codes) == 3


@pytest.mark.parametrize("typed", ["{0}", "%20{0}", "{1}", "{2}"])
def test_a_code_is_found_however_it_is_typed(typed: str, app: App) -> None:
    sheet = sheet_of(app)
    code = sheet.code.printed
    text = typed.format(code.lower(), code.replace("-", ""), code.replace("-", "+"))
    assert app.get(f"/en/sheet?code={text}").place == address(sheet)


def test_a_mistyped_code_is_refused_with_the_likely_one(app: App) -> None:
    sheet = sheet_of(app, 1234)
    app.post("/en/print/lookup", code=sheet.code.printed)
    letters = sheet.code.letters
    wrong = letters[:3] + ("A" if letters[3] != "A" else "B") + letters[4:]
    for reply in (app.get(f"/en/sheet?code={wrong}"), app.get(f"/en/sheet/{wrong}")):
        assert reply.status == 200
        assert "is no sheet" in reply.text
        assert f'href="{address(sheet)}"' in reply.text


def test_a_likely_code_is_offered_without_the_marks_of_another_language(app: App) -> None:
    sheet = sheet_of(app, 1234)
    app.post("/en/print/lookup", code=sheet.code.printed)
    letters = sheet.code.letters
    page = app.get(f"/fa/sheet?code={letters[1]}{letters[0]}{letters[2:]}").text
    assert sheet.code.printed in page
    assert "</bdi></a>?" not in page


@pytest.mark.parametrize("number", ["0", "99", "999999", "%DB%B1", "x", ""])
def test_a_page_that_a_sheet_has_not_is_told_with_how_many_it_has(number: str, app: App) -> None:
    reply = app.get(f"/en/print/lookup/{sheet_of(app).code.printed}-{number}.png")
    assert reply.status == 404
    assert "The sheet has 3 pages." in reply.text


@pytest.mark.parametrize("kind", [".pdf", "-1.png"])
def test_a_sheet_of_another_lesson_is_told_with_its_lesson(kind: str, app: App) -> None:
    code = sheet_of(app).code.printed
    reply = app.get(f"/en/print/dot/{code}{kind}")
    assert reply.status == 404
    assert f"The sheet {code} is of the lesson lookup, not of dot." in reply.text


@pytest.mark.parametrize("text", ["nonsense", "<b>K7QM</b>", "K7QM-2F9", "é" * 8, "U" * 8])
def test_what_is_no_code_is_told_and_shown_as_it_was_typed(text: str, app: App) -> None:
    reply = app.client.get("/en/sheet", params={"code": text})
    assert reply.status_code == 200
    assert 'role="alert"' in reply.text
    assert "<b>K7QM" not in reply.text


def test_a_code_of_another_copy_is_told(app: App) -> None:
    from starlore.study.sheet_code import Code

    reply = app.get(f"/en/sheet/{Code(5, 5).printed}")
    assert "No sheet" in reply.text
    assert "another copy of Starlore" in reply.text


def test_a_sheet_entered_lights_its_stars_and_explains_every_answer(app: App) -> None:
    sheet = sheet_of(app)
    page = app.get(address(sheet)).text
    reply = send(app, sheet, filled(sheet, page, wrong=frozenset({6})))
    assert reply.status == 303
    assert reply.place.startswith(address(sheet))
    done = app.get(reply.place).text
    assert "Entered." in done
    assert "All of it is entered." in done
    assert done.count("The worked path") == 8
    assert "Enter these answers" not in done
    sent = re.findall(r"<dt>Yours</dt><dd>(.*?)</dd>", done)
    assert len(sent) == 8 and all("<bdi" in one or len(one) > 10 for one in sent)
    lesson = app.desk.course().lessons[LOOKUP]
    lit = stars(app)
    assert lit.keys() >= set(lesson.stars)
    assert lit["lookup.count-the-comparisons"] == 0
    assert sum(lit.values()) == 7


def test_a_sheet_entered_twice_counts_once(app: App) -> None:
    sheet = sheet_of(app)
    form = filled(sheet, app.get(address(sheet)).text)
    send(app, sheet, form)
    log = app.log()
    again = app.post(address(sheet), **form)
    assert "sheet-again" in again.place
    assert "entered before" in app.get(again.place).text
    other = {**form, "id-0": app.new_id(), "answer-0": "0.1, 0.2, 0.7"}
    assert "sheet-again" in app.post(address(sheet), **other).place
    assert app.log() == log


def test_what_is_left_empty_waits(app: App) -> None:
    sheet = sheet_of(app)
    form = filled(sheet, app.get(address(sheet)).text)
    one = {name: value for name, value in form.items() if name.endswith("-7")}
    assert send(app, sheet, one).status == 303
    page = app.get(address(sheet)).text
    assert "One answer is entered; seven are left." in page
    assert page.count('name="id-') == 7
    assert "sheet-empty" in app.post(address(sheet)).place


def test_what_cannot_be_read_comes_back_and_the_rest_counts(app: App) -> None:
    sheet = sheet_of(app)
    form = filled(sheet, app.get(address(sheet)).text)
    form["answer-1"] = "a quarter or so"
    reply = app.post(address(sheet), **form)
    assert reply.status == 200
    assert 'value="a quarter or so"' in reply.text
    assert reply.text.count('role="alert"') >= 1
    assert "lookup.hardly-a-choice" not in stars(app)
    assert "lookup.what-it-rules-out" in stars(app)


def test_a_number_read_in_another_way_is_confirmed_by_entering_it_again(app: App) -> None:
    sheet = sheet_of(app)
    form = filled(sheet, app.get(address(sheet)).text)
    one = {"id-1": form["id-1"], "answer-1": form["answer-1"].replace("0.", ".")}
    first = app.post(address(sheet), **one)
    assert first.status == 200
    assert "Read as 0." in first.text
    readings = dict(re.findall(r'name="(reading-\d+)" value="([^"]+)"', first.text))
    assert app.post(address(sheet), **{**one, **readings}).status == 303
    assert stars(app)["lookup.hardly-a-choice"] == 1


def test_an_open_sheet_shows_no_answer(app: App) -> None:
    sheet = sheet_of(app)
    page = app.get(address(sheet)).text
    questions = page[page.index('class="sheet-rows"') : page.index("</ol>", page.rindex('id="q7"'))]
    for asked in sheet.asked[5:]:
        assert solution_of(asked) not in re.sub(r'value="[^"]*"', "", questions).replace(",", "")


@pytest.mark.parametrize(
    "path",
    [
        "/en/print/nowhere",
        "/en/print/lookup/ABCD-EFGH.pdf",
        "/en/print/lookup/2R10-007D-99.png",
        "/en/print/lookup/2R10-007D-x.png",
        "/en/print/lookup/2R10-007D.exe",
        "/en/print/lookup?code=AAAA-AAAB",
    ],
)
def test_what_is_not_there_is_a_page_of_its_own(path: str, app: App) -> None:
    assert app.get(path).status in (400, 404)


def test_a_sheet_of_one_lesson_is_none_of_another(app: App) -> None:
    code = sheet_of(app).code.printed
    assert app.get(f"/en/print/dot?code={code}").status == 404


def test_a_seed_beyond_all_codes_is_any(app: App) -> None:
    assert app.get(f"/en/print/dot?seed={SEEDS}").status == 200


def test_without_a_press_the_page_says_what_to_install(app: App) -> None:
    from starlette.testclient import TestClient

    with TestClient(
        create_app(lambda: app.desk, lambda: app.clock[0]), base_url="http://localhost"
    ) as bare:
        code = sheet_of(app).code.printed
        reply = bare.get(f"/en/print/lookup/{code}.pdf")
    assert reply.status_code == 400
    assert "pip install typst" in reply.text


def test_what_the_pages_print_is_what_the_command_prints(app: App) -> None:
    sheet = sheet_of(app)
    made = app.client.get(f"/en/print/lookup/{sheet.code.printed}.pdf?paper=letter").content
    lesson = app.desk.course().lessons[LOOKUP]
    assert made == Printer().pdf(sheet, lesson, "en", "letter")


def test_what_is_typed_is_read_while_it_is_typed(app: App) -> None:
    sheet = sheet_of(app)
    log = app.log()
    read = app.client.get(f"{address(sheet)}/read/1", params={"text": ".25"}).json()
    assert read["echo"] == "0.25"
    refused = app.client.get(f"{address(sheet)}/read/1", params={"text": "a bit"}).json()
    assert refused["echo"] is None
    assert refused["say"]
    for place in ("3", "99"):
        assert app.get(f"{address(sheet)}/read/{place}?text=1").status == 404
    for garbled in ("9" * 5000, "\u06f1", "-1", "x"):
        assert app.get(f"{address(sheet)}/read/{garbled}?text=1").status == 404, garbled
    assert app.log() == log
