"""Sizes and starts: the lesson page, the install, the import, the first lesson on screen."""

import gzip
import re
import subprocess
import sys
import tempfile
import time
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from statistics import median
from urllib.parse import urljoin

from benchmarks.measured import Measured
from benchmarks.serving import STARLORE, Client, Serving

RUN_LOCK = Path(__file__).parent.parent / "requirements" / "run.txt"
LESSON = "/en/lesson/lookup"
FONTS = (".woff2", ".ttf")

_LINKS = re.compile(
    r'(?:href|src)="([^"#]+\.(?:css|js|svg))"|(?:from|import)\s*"(\.[^"]+)"'
    r"|url\(\"?([^)\"]+)\"?\)"
)
_IMPORT = (
    "import sys, time; began = time.perf_counter(); import starlore; "
    "print(time.perf_counter() - began, len(sys.modules))"
)


def weights() -> list[Measured]:
    """Everything about size and starting."""
    with tempfile.TemporaryDirectory(prefix="starlore-bench-") as folder:
        began = time.perf_counter()
        serving = Serving.start(Path(folder))
        try:
            client = serving.client()
            client.get(LESSON)
            first_s = time.perf_counter() - began
            page_kb = page_bytes(client, LESSON) / 1000
            client.close()
        finally:
            serving.stop()
    import_s, modules = imported()
    return [
        Measured("lesson page, compressed, without fonts", page_kb, "kB", 150, places=1),
        Measured("first lesson on screen, from the start", first_s, "s", 10, places=2),
        Measured("`import starlore`", import_s, "s", 0.4, places=2),
        Measured("modules loaded by it", modules, "modules"),
        Measured("`starlore check` of all its lessons", checked_s(), "s", 60, places=1),
        Measured("core install", installed_bytes() / 1e6, "MB", 225),
    ]


def page_bytes(client: Client, page: str) -> int:
    """Bytes over the wire of a page and all it loads but fonts; the server may compress."""
    waiting, seen, total = [page], {page}, 0
    while waiting:
        path = waiting.pop()
        reply, body = client.get(path, **{"Accept-Encoding": "gzip"})
        if reply.status != 200:
            raise RuntimeError(f"{path} gave {reply.status}, not 200")
        total += len(body)
        packed = reply.headers.get("Content-Encoding") == "gzip"
        text = (gzip.decompress(body) if packed else body).decode()
        for found in _LINKS.findall(text):
            target = urljoin(path, next(filter(None, found))).partition("#")[0]
            if target.startswith("/static/") and not target.endswith(FONTS) and target not in seen:
                seen.add(target)
                waiting.append(target)
    return total


def imported(times: int = 7) -> tuple[float, int]:
    """Seconds that `import starlore` takes in a new process (median), and the modules there."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(times)
    ]
    return median(float(seconds) for seconds, _ in runs), int(runs[0][1])


def checked_s() -> float:
    """Seconds that a check of the course takes: every question on 200 seeds, on all cores."""
    began = time.perf_counter()
    subprocess.run([str(STARLORE), "check"], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def installed_bytes() -> int:
    """Bytes of the files of every distribution that the run lock names and that is installed."""
    names = re.findall(r"^([a-z0-9_.-]+)==", RUN_LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    return sum(_size(name) for name in sorted({*names, "starlore"}))


def _size(name: str) -> int:
    """Bytes of one installed distribution; 0 for one that this platform does not need."""
    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:
        return 0
    paths = (Path(str(file.locate())) for file in files)
    return sum(path.stat().st_size for path in paths if path.is_file())
