"""The real server as a process of its own, and a client that speaks to it as a browser does."""

import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import IO
from urllib.parse import urlencode, urlsplit

STARLORE = Path(sys.executable).with_name("starlore")
PATIENCE_S = 30.0


@dataclass(frozen=True)
class Serving:
    """A server that is running.

    Attributes:
        process: ends when `stop` or `kill` says so.
        host, port: where it listens.
        started_s: from the start of the process until it said its address.
    """

    process: "subprocess.Popen[str]"
    host: str
    port: int
    started_s: float

    @classmethod
    def start(cls, data: Path) -> "Serving":
        """Start `starlore serve` on a free port and wait for its address.

        Raises:
            RuntimeError: if it ends without one; with what it said.
        """
        began = time.perf_counter()
        command = [STARLORE, "serve", "--port", "0", "--no-browser", "--data", data]
        process = subprocess.Popen(
            [str(part) for part in command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        line = _out(process).readline()
        address = next((word for word in line.split() if word.startswith("http://")), "")
        if not address:
            process.kill()
            raise RuntimeError(f"no address came, but: {line}{_out(process).read()}")
        parts = urlsplit(address)
        took = time.perf_counter() - began
        return cls(process, parts.hostname or "", parts.port or 0, took)

    def client(self) -> "Client":
        """A connection that is kept alive."""
        return Client(self.host, self.port)

    def kill(self) -> None:
        """End it as a power cut would: no handler runs, nothing is flushed."""
        self.process.kill()
        self._gone()

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        self.process.terminate()
        self._gone()

    def _gone(self) -> None:
        self.process.wait(PATIENCE_S)
        _out(self.process).close()


class Client:
    """One connection to a server.

    Args:
        host, port: where it listens.
    """

    def __init__(self, host: str, port: int) -> None:
        self._connection = HTTPConnection(host, port, timeout=PATIENCE_S)
        self._origin = f"http://{host}:{port}"

    def get(self, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
        """Ask for a page. Gives the reply and its body as sent."""
        return self._send("GET", path, None, headers)

    def post(self, path: str, form: Mapping[str, str]) -> tuple[HTTPResponse, bytes]:
        """Send a form as a page of the same origin does."""
        headers = {
            "Origin": self._origin,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return self._send("POST", path, urlencode(form), headers)

    def ask(self, star: str) -> str:
        """Ask for a star. Gives the id of the Variant, from where the reply leads."""
        reply, _ = self.post("/en/ask", {"star": star})
        place = reply.headers.get("Location", "")
        if reply.status != 303 or not place:
            raise RuntimeError(f"asking for {star} gave {reply.status}, not 303")
        return urlsplit(place).path.rpartition("/")[2]

    def answer(self, variant: str, id_: str, text: str) -> int:
        """Send an answer. Gives the status: 303 acknowledges it."""
        return self.post(f"/en/answer/{variant}", {"id": id_, "answer": text})[0].status

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def _send(
        self, method: str, path: str, body: str | None, headers: Mapping[str, str]
    ) -> tuple[HTTPResponse, bytes]:
        self._connection.request(method, path, body, dict(headers))
        reply = self._connection.getresponse()
        return reply, reply.read()


def _out(process: "subprocess.Popen[str]") -> IO[str]:
    """What a server says."""
    if process.stdout is None:
        raise RuntimeError("the server was started without an output to read")
    return process.stdout
