"""Make .venv and install one hashed lock into it; do nothing when that is already so.

Runs with whatever Python starts it, so it uses the standard library alone.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"


def stop(sentence: str) -> None:
    """End with one plain sentence and a code that scripts can trust."""
    sys.stderr.write(sentence + "\n")
    raise SystemExit(1)


def run(*words: str) -> None:
    """Run a command; when it fails, name it."""
    code = subprocess.run(words, cwd=ROOT, check=False).returncode
    if code != 0:
        stop(f"this step failed with exit code {code}: {' '.join(words)}")


def stamp_for(lock: Path) -> Path:
    """The file that says: this lock and this project file are installed."""
    text = lock.read_bytes() + (ROOT / "pyproject.toml").read_bytes()
    return VENV / f"installed-{hashlib.sha256(text).hexdigest()[:16]}-{lock.stem}"


def already_installed(lock: Path) -> bool:
    """The test lock holds every pin of the run lock, so it serves for both."""
    wanted = {stamp_for(lock)}
    if lock.stem == "run":
        wanted.add(stamp_for(lock.with_name("test.txt")))
    return any(stamp.exists() for stamp in wanted)


def make_venv() -> None:
    """Make the virtual environment, or say which package brings what is missing."""
    if (BIN / "python").exists():
        return
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False)
    if made.returncode != 0:
        stop(
            "this Python cannot make a virtual environment; on Debian or Ubuntu: "
            f"apt-get install python3.{sys.version_info[1]}-venv"
        )


def main(lock_name: str) -> None:
    """Install the lock, then the project itself without touching the network."""
    lock = ROOT / lock_name
    version = sys.version_info[:2]
    if version < (3, 11):
        found = ".".join(map(str, version))
        stop(f"Starlore needs Python 3.11 or newer; this is {found} ({sys.executable})")
    if already_installed(lock):
        return
    sys.stdout.write(f"setting up .venv from {lock_name} (once; about a minute)\n")
    sys.stdout.flush()
    make_venv()
    os.environ["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    pip = str(BIN / "pip")
    run(pip, "install", "--quiet", "--require-hashes", "-r", str(lock))
    run(pip, "install", "--quiet", "--no-deps", "--no-build-isolation", "-e", ".")
    for old in VENV.glob(f"installed-*-{lock.stem}"):
        old.unlink()
    stamp_for(lock).touch()


if __name__ == "__main__":
    main(sys.argv[1])
