"""`starlore serve`: the app on this machine."""

import gc
import os
import shutil
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import click

from starlore.cli.options import Whole
from starlore.cli.output import report
from starlore.cli.place import (
    course_folder,
    course_in,
    data_folder,
    data_option,
    desk_maker,
    now_ms,
    plain_faults,
    store_in,
)
from starlore.cli.words import line, say

HOST, PORT = "127.0.0.1", 8484
TRIES = 20


@click.command(help=say("cli.serve.help"), epilog=say("cli.serve.example"))
@click.option("--host", default=HOST, show_default=True, help=say("cli.serve.host"))
@click.option(
    "--port",
    type=Whole(0, 65535),
    default=None,
    help=say("cli.serve.port", first=str(PORT)),
)
@data_option
@click.option("--courses", type=click.Path(path_type=Path), help=say("cli.serve.courses"))
@click.option("--no-browser", is_flag=True, help=say("cli.serve.no-browser"))
def serve(
    host: str = HOST,
    port: int | None = None,
    data: Path | None = None,
    courses: Path | None = None,
    no_browser: bool = False,
) -> None:
    """Serve the app on this machine and open the browser when there is one."""
    with plain_faults():
        if host not in ("127.0.0.1", "localhost", "::1"):
            raise click.BadParameter(
                say("cli.serve.loopback", only=HOST, host=host), param_hint="--host"
            )
        listening = listen(host, port)
        try:
            _run(listening, data_folder(data), course_in(courses or course_folder()), no_browser)
        finally:
            listening.close()


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the port asked for, or on 8484 or the next free one.

    Raises:
        ClickException: if the port is taken, in one sentence.
    """
    ports = range(PORT, PORT + TRIES) if port is None else (port,)
    family = socket.AF_INET6 if host == "::1" else socket.AF_INET
    for candidate in ports:
        # named TCP, or asyncio leaves Nagle's delay on and every reply waits some 40 ms
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, candidate))
            made.listen(128)
        except OSError as fault:
            made.close()
            reason = fault.strerror or str(fault)
            continue
        return made
    if port is None:
        first, last = str(PORT), str(ports[-1])
        raise click.ClickException(say("cli.serve.taken", first=first, last=last, why=reason))
    raise click.ClickException(say("cli.serve.taken-one", port=str(port), host=host, why=reason))


def _run(listening: socket.socket, folder: Path, course: Path, no_browser: bool) -> None:
    """Open the database, make the app, serve until told to stop."""
    import uvicorn

    from starlore.paper.printer import Printer
    from starlore.web.app import create_app

    store = store_in(folder)
    try:
        desk = desk_maker(store, courses=course)
        for fault in desk().course().diagnostics:
            report(say("cli.serve.not-served", fault=line(fault)), err=True)
        app = create_app(desk, now_ms, press=Printer())
        gc.collect()
        gc.freeze()  # what was loaded stays: no request waits for it to be walked through again
        name, port = listening.getsockname()[:2]
        shown = f"[{name}]" if ":" in name else name
        address = f"http://{shown}:{port}/"
        report(say("cli.serve.at", address=address))
        if not no_browser and has_browser():
            threading.Timer(0.3, webbrowser.open, (address,)).start()
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=3
        )
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        store.close()


def has_browser() -> bool:
    """Whether opening one makes sense: a person at a terminal, on a desktop, who did not say
    BROWSER=0. The variable may also name the browser; 1, as make has it, names none."""
    named = os.environ.get("BROWSER", "")
    if named == "0" or not sys.stdout.isatty():
        return False
    if sys.platform in ("darwin", "win32"):
        return True
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    return shutil.which("xdg-open") is not None or named not in ("", "1")
