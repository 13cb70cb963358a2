"""`starlore watch`: a lesson's Watch as stills, or as a video with its captions."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from starlore.cli.options import language as language_option
from starlore.cli.output import report
from starlore.cli.place import course_folder, course_in, lesson_in, plain_faults
from starlore.cli.words import line, say
from starlore.cli.written import refuse_early, told_unwritable, write_whole

if TYPE_CHECKING:
    from starlore.animation import Animation, Theme
    from starlore.lessons.model import Course

THEMES = ("night", "paper")


@click.command(help=say("cli.watch.help"), epilog=say("cli.watch.example"))
@click.argument("lesson")
@click.option("-o", "--output", type=click.Path(path_type=Path), help=say("cli.watch.output"))
@click.option(
    "--stills", type=click.Path(path_type=Path, file_okay=False), help=say("cli.watch.stills")
)
@click.option("--theme", type=click.Choice(THEMES), default="night", help=say("cli.watch.theme"))
@language_option("cli.watch.language")
@click.option("--courses", type=click.Path(path_type=Path), help=say("cli.serve.courses"))
def watch(
    lesson: str,
    output: Path | None,
    stills: Path | None,
    theme: "Theme",
    language: str,
    courses: Path | None,
) -> None:
    """Write what is asked for; without either, tell the beats."""
    if output is not None and output.suffix != ".webm":
        raise click.ClickException(say("cli.watch.suffix", file=str(output)))
    with plain_faults():
        figure = _animation(lesson, courses)
        if stills is not None:
            _write_stills(figure, stills, theme, language)
        if output is not None:
            _write_video(figure, output, theme, language)
        if output is None and stills is None:
            _tell(figure, language)


def _animation(slug: str, courses: Path | None) -> "Animation":
    """The beats of a lesson.

    Raises:
        ClickException: if there are none, with what is wrong or which lessons have some.
    """
    from starlore.animation import read_animation
    from starlore.lessons.load import load_course

    folder = course_in(courses or course_folder())
    course = load_course(folder)
    read = read_animation(lesson_in(course, slug), f"{folder.name}/{slug}")
    if read.animation is None:
        for fault in read.faults:
            click.echo(line(fault), err=True)
        there = _watchable(course)
        named = {"lesson": slug, "known": ", ".join(there)}
        raise click.ClickException(say("cli.watch.none", n=len(there), **named))
    return read.animation


def _watchable(course: "Course") -> list[str]:
    """The lessons that have something to watch."""
    from starlore.animation import read_animation

    lessons = course.lessons.items()
    return [slug for slug, one in lessons if read_animation(one).animation is not None]


def _write_stills(figure: "Animation", folder: Path, theme: "Theme", language: str) -> None:
    """A PNG for each beat, complete with its caption."""
    from starlore.animation import draw
    from starlore.animation.film import Raster

    frames = [draw(figure, at, 1, language, theme) for at in range(len(figure.beats))]
    pngs = Raster().pngs(frames)
    with told_unwritable(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for at, (beat, png) in enumerate(zip(figure.beats, pngs, strict=True), 1):
            write_whole(folder / f"{figure.id}-{at:02}-{beat.id}.png", [png])
    report(say("cli.watch.stills-done", n=len(frames), folder=str(folder)), err=True)


def _write_video(figure: "Animation", output: Path, theme: "Theme", language: str) -> None:
    """The video, and its captions beside it."""
    from starlore.animation.film import Raster, vtt, webm

    refuse_early(output)
    captions = output.with_suffix(".vtt")
    hidden = not sys.stderr.isatty()
    bar = click.progressbar(
        length=figure.ms, label=say("cli.watch.filming"), file=sys.stderr, hidden=hidden
    )
    with bar:
        done = 0

        def tell(ms: int, _: int) -> None:
            nonlocal done
            bar.update(ms - done)
            done = ms

        made = webm(figure, language, theme, Raster(), tell)
    with told_unwritable(output):
        write_whole(output, [made])
        write_whole(captions, [vtt(figure, language).encode()])
    seconds = round(figure.ms / 1000)
    told = say("cli.watch.done", file=str(output), captions=str(captions), seconds=seconds)
    report(told, err=True)


def _tell(figure: "Animation", language: str) -> None:
    """The beats in words: time, caption, what stands there."""
    from starlore.animation.film.captions import clock
    from starlore.animation.paint import spoken
    from starlore.language import Catalogue
    from starlore.language.catalogue import harmless

    catalogue = Catalogue.load(language)
    for at, beat in enumerate(figure.beats):
        begin = clock(figure.begins(at))[3:-4]
        click.echo(f"{begin}  {harmless(spoken(beat.caption(language), catalogue))}")
        click.echo(f"       {harmless(beat.still.told(language))}")
