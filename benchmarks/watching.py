"""Watch: how long a frame takes to draw, a lesson's timeline to make, and a video to write."""

import time
from collections.abc import Callable
from functools import partial
from statistics import median

from benchmarks.measured import Measured
from starlore.animation import Animation, draw, read_animation
from starlore.animation.film import Raster, webm
from starlore.animation.timeline import timeline
from starlore.cli.place import course_folder, course_in
from starlore.lessons.load import load_course

STEPS = 30
"""Frames drawn of each beat."""

FILMED = "state"


def watching() -> list[Measured]:
    """Frames of all lessons, and the video of one."""
    course = load_course(course_in(course_folder()))
    read = {slug: read_animation(one).animation for slug, one in course.lessons.items()}
    figures = {slug: one for slug, one in read.items() if one is not None}
    slowest = max(frame_ms(figure) for figure in figures.values())
    played = timeline.__wrapped__  # what it does where nothing is kept
    lines_ms = median(_ms(partial(played, figure, "en")) for figure in figures.values())
    film_s, per_second = video(figures[FILMED])
    return [
        Measured("frames of Watch, of the slowest lesson", 1000 / slowest, "/s", 60, True),
        Measured("a frame of it", slowest, "ms", 16, places=2),
        Measured("what the player plays, median of the lessons", lines_ms, "ms", 50, places=1),
        Measured(f"video of the lesson “{FILMED}”", film_s, "s", places=1),
        Measured("processor time for a second of video", per_second, "s", places=2),
    ]


def frame_ms(figure: Animation) -> float:
    """Milliseconds for a frame, the mean over all beats of a lesson."""
    beats = range(len(figure.beats))
    times = [(beat, step / STEPS) for beat in beats for step in range(STEPS)]
    return _ms(lambda: [draw(figure, beat, t, "en", "page") for beat, t in times]) / len(times)


def video(figure: Animation) -> tuple[float, float]:
    """Seconds on the wall for a whole video, and of processor for each second of it."""
    wall, processor = time.perf_counter(), time.process_time()
    webm(figure, "en", "night", Raster())
    taken = time.process_time() - processor
    return time.perf_counter() - wall, taken / (figure.ms / 1000)


def _ms(work: Callable[[], object]) -> float:
    """Milliseconds of one piece of work, the best of three."""
    taken = []
    for _ in range(3):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return 1000 * min(taken)
