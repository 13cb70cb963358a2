"""Copy a named few files of three packages into the tree, with licences and checksums.

Run it after `npm ci --ignore-scripts` in tools/vendor. Nothing of it is needed to run or to test
Starlore: what it writes is committed, and a test compares the checksums.
"""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "tools" / "vendor" / "node_modules"
PAGES = ROOT / "src" / "starlore" / "web" / "static" / "vendor"
PAPER = ROOT / "src" / "starlore" / "paper" / "vendor"
TESTS = ROOT / "tests" / "browser" / "vendor"
MATH_LIMIT, PRINTED_MATH_LIMIT = 65_000, 180_000

MATH_LETTERS = (
    (0x20, 0x7E),
    (0xA0, 0xFF),
    (0x131, 0x131),
    (0x237, 0x237),
    (0x2C6, 0x2DD),
    (0x302, 0x338),
    (0x391, 0x3F6),
    (0x2010, 0x2026),
    (0x2032, 0x2034),
    (0x2044, 0x2044),
    (0x2061, 0x2064),
    (0x2070, 0x209C),
    (0x210E, 0x2115),
    (0x211D, 0x2124),
    (0x2190, 0x219A),
    (0x21A6, 0x21A6),
    (0x21D0, 0x21D5),
    (0x2200, 0x2265),
    (0x2282, 0x228B),
    (0x2295, 0x22A5),
    (0x22C0, 0x22C6),
    (0x22EE, 0x22F1),
    (0x2308, 0x230B),
    (0x27E8, 0x27E9),
    (0x1D400, 0x1D467),
    (0x1D6A4, 0x1D6FB),
)
"""What the course's formulas use: Latin, Greek, operators, arrows, italic and bold letters."""


@dataclass(frozen=True)
class Package:
    """Files taken from one package.

    Attributes:
        name, version: as on its registry. licence: its SPDX name.
        into: the folder its own folder is made in.
        files: where each file comes from in the package, by its name in the tree.
        cuts: how a file is made smaller on the way, by its name in the tree.
    """

    name: str
    version: str
    licence: str
    into: Path
    files: dict[str, str]
    cuts: dict[str, Callable[[bytes], bytes]] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where its files stand: one folder per name and version."""
        return self.into / f"{self.name.rpartition('/')[2]}-{self.version}"

    @property
    def source(self) -> str:
        """Where the registry keeps the package."""
        file = f"{self.name.rpartition('/')[2]}-{self.version}.tgz"
        return f"https://registry.npmjs.org/{self.name}/-/{file}"


def cut_math(font: bytes) -> bytes:
    """Keep the letters of the course's formulas, and the MATH table whole for them."""
    return _cut(font, "woff2", MATH_LIMIT)


def cut_printed_math(font: bytes) -> bytes:
    """The same for paper, whose typesetter reads no compressed fonts."""
    return _cut(font, None, PRINTED_MATH_LIMIT)


def _cut(font: bytes, flavor: str | None, limit: int) -> bytes:
    """A font with the letters of formulas alone, packed in a flavor or in none."""
    options = Options()
    options.flavor = flavor
    options.layout_features = ["ssty", "mark", "mkmk", "ccmp"]
    options.name_IDs = ["*"]
    options.hinting = False
    kept = TTFont(io.BytesIO(font), recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[c for a, b in MATH_LETTERS for c in range(a, b + 1)])
    subsetter.subset(kept)
    if "MATH" not in kept:
        raise SystemExit("the cut font lost its MATH table; formulas would be sized wrongly")
    kept.flavor = flavor
    out = io.BytesIO()
    kept.save(out)
    if len(out.getvalue()) > limit:
        raise SystemExit(f"the cut font has {len(out.getvalue())} bytes, more than {limit}")
    return out.getvalue()


PACKAGES = (
    Package(
        "vazirmatn",
        "33.0.3",
        "OFL-1.1",
        PAGES,
        {
            "Vazirmatn-Regular.woff2": "fonts/webfonts/Vazirmatn-Regular.woff2",
            "Vazirmatn-Bold.woff2": "fonts/webfonts/Vazirmatn-Bold.woff2",
            "OFL.txt": "OFL.txt",
        },
    ),
    Package(
        "@fontsource/noto-sans-math",
        "5.3.0",
        "OFL-1.1",
        PAGES,
        {
            "NotoSansMath-cut.woff2": "files/noto-sans-math-latin-400-normal.woff2",
            "OFL.txt": "LICENSE",
        },
        {"NotoSansMath-cut.woff2": cut_math},
    ),
    Package(
        "vazirmatn",
        "33.0.3",
        "OFL-1.1",
        PAPER,
        {
            "Vazirmatn-Regular.ttf": "fonts/ttf/Vazirmatn-Regular.ttf",
            "Vazirmatn-Bold.ttf": "fonts/ttf/Vazirmatn-Bold.ttf",
            "OFL.txt": "OFL.txt",
        },
    ),
    Package(
        "@fontsource/noto-sans-math",
        "5.3.0",
        "OFL-1.1",
        PAPER,
        {
            "NotoSansMath-cut.ttf": "files/noto-sans-math-latin-400-normal.woff2",
            "OFL.txt": "LICENSE",
        },
        {"NotoSansMath-cut.ttf": cut_printed_math},
    ),
    Package(
        "axe-core",
        "4.14.1",
        "MPL-2.0",
        TESTS,
        {
            "axe.min.js": "axe.min.js",
            "LICENSE": "LICENSE",
            "LICENSE-3RD-PARTY.txt": "LICENSE-3RD-PARTY.txt",
        },
    ),
)


def copy(package: Package) -> dict[str, object]:
    """Write a package's files and give its entry of vendor.json."""
    source = MODULES / package.name
    found = json.loads((source / "package.json").read_text(encoding="utf-8"))["version"]
    if found != package.version:
        raise SystemExit(f"{package.name} is {found} here; expected {package.version}")
    package.folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, str] = {}
    for name, path in package.files.items():
        content = package.cuts.get(name, bytes)((source / path).read_bytes())
        (package.folder / name).write_bytes(content)
        files[f"{package.folder.name}/{name}"] = sha256(content).hexdigest()
    return {
        "package": package.name,
        "version": package.version,
        "licence": package.licence,
        "source": package.source,
        "changed": sorted(package.cuts),
        "sha256": files,
    }


def main() -> None:
    """Copy every package and write vendor.json beside its files."""
    if not MODULES.is_dir():
        raise SystemExit("first run: cd tools/vendor && npm ci --ignore-scripts")
    for folder in (PAGES, PAPER, TESTS):
        entries = [copy(package) for package in PACKAGES if package.into == folder]
        text = json.dumps(entries, indent=2, sort_keys=True) + "\n"
        (folder / "vendor.json").write_text(text, encoding="utf-8")
        sys.stdout.write(f"{folder.relative_to(ROOT)}: {len(entries)} packages\n")


if __name__ == "__main__":
    main()
