"""What a jar may hold, by packages and single files; the lists lie in ``contents/``.

Classes are listed by their packages, what is our own by the part of the house, everything else by
its name, so that a library that slips into a jar, or a licence that falls out, is seen, and a new
class is no noise. A line with a question mark before it may be there or not.

    python tests/packaging/contents.py JAR …    writes the lists of these jars anew
"""

import re
import sys
import zipfile
from pathlib import Path

LISTS = Path(__file__).parent / "contents"


def contents(jar: Path) -> list[str]:
    """The packages and the other files of a jar, sorted."""
    with zipfile.ZipFile(jar) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
    return sorted({line(name) for name in names})


def line(name: str) -> str:
    """What stands in the list for a file."""
    if name.startswith("dev/finestra/") and not name.startswith("dev/finestra/shaded/"):
        name = re.sub(r"^(dev/finestra/[^/]+/).*$", r"\1**", name)
    return re.sub(r"[^/*]+\.class$", "*.class", name)


def differences(jar: Path) -> list[str]:
    """What a jar holds and its list does not (+), and the other way round (-)."""
    lines = listed(jar).read_text().splitlines()
    must = {line for line in lines if not line.startswith("? ")}
    may = {line.removeprefix("? ") for line in lines}
    found = set(contents(jar))
    return [f"+ {line}" for line in sorted(found - may)] + [
        f"- {line}" for line in sorted(must - found)
    ]


def listed(jar: Path) -> Path:
    """Where the list of a jar is: by its name without the version."""
    return LISTS / (re.sub(r"-\d+\.\d+\.\d+[^-]*\.jar$", "", jar.name) + ".txt")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        listed(Path(name)).write_text("\n".join(contents(Path(name))) + "\n")
