"""What a jar may contain: one list for each jar, in the folder ``contents``.

A list names Finestra's code by its first package below ``dev.finestra``, other classes by their
package, and all other files by their path. So a new class of Finestra changes no list; a stray
library or test class does, and so does a missing licence. A line with a question mark is optional.

    python tests/packaging/contents.py JAR …    rewrites the lists of these jars
"""

import re
import sys
import zipfile
from pathlib import Path

LISTS = Path(__file__).parent / "contents"


def contents(jar: Path) -> list[str]:
    """The lines for a jar's entries, sorted."""
    with zipfile.ZipFile(jar) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
    return sorted({line(name) for name in names})


def line(name: str) -> str:
    """The line of a list that covers an entry of a jar."""
    if name.startswith("dev/finestra/") and not name.startswith("dev/finestra/shaded/"):
        name = re.sub(r"^(dev/finestra/[^/]+/).*$", r"\1**", name)
    return re.sub(r"[^/*]+\.class$", "*.class", name)


def differences(jar: Path) -> list[str]:
    """Entries that the list lacks (+), and lines that the jar lacks (-)."""
    lines = listed(jar).read_text().splitlines()
    must = {line for line in lines if not line.startswith("? ")}
    may = {line.removeprefix("? ") for line in lines}
    found = set(contents(jar))
    return [f"+ {line}" for line in sorted(found - may)] + [
        f"- {line}" for line in sorted(must - found)
    ]


def listed(jar: Path) -> Path:
    """The file with a jar's list: the jar's name without its version."""
    return LISTS / (re.sub(r"-\d+\.\d+\.\d+[^-]*\.jar$", "", jar.name) + ".txt")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        listed(Path(name)).write_text("\n".join(contents(Path(name))) + "\n")
