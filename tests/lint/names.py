"""Checks two rules of the house on the Java and Scala modules.

A simple class name occurs only once in all main code, so that a name in a stack trace or in a
review means one thing. Nested classes and entry points named ``Main`` are not compared. A class of
which each line of an engine has its own version counts once.

A module never compiles or depends on another module's test sources; shared test code is in
``java/testing``. Exceptions: the module of a line, such as ``java/flink-1.20``, and its parent may
name the tests of their engine's module, ``java/flink``.

    python3 tests/lint/names.py
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The name of an entry point, which every program may use.
ALLOWED = {"Main"}
# A declaration that is not indented: Java's and Scala's formatters indent nested ones.
DECLARATION = re.compile(
    r"^(?:[\w@\[\]().]+ )*(?:class|interface|record|enum|trait|object|@interface) (\w+)",
    re.MULTILINE,
)
COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
OTHERS_TESTS = re.compile(
    r"\.\./[^<]*src/test|<artifactId>finestra-[^/]*</artifactId>\s*"
    r"(?:<version>[^<]*</version>\s*)?<type>test-jar</type>"
)


def declared(source: Path) -> set[str]:
    """The top-level types of a source file."""
    return set(DECLARATION.findall(COMMENTS.sub("", source.read_text(encoding="utf-8"))))


def engine(module: str) -> str:
    """The module of an engine, if this is the module of one of its lines; otherwise the module."""
    return re.sub(r"-(\d.*|parent)$", "", module)


def is_same(one: Path, other: Path) -> bool:
    """Whether two files declare the same class, for two lines of an engine."""
    return one.parts[5:] == other.parts[5:] and engine(one.parts[1]) == engine(other.parts[1])


def twice() -> Iterator[str]:
    """A sentence for each name that occurs in two files."""
    places: dict[str, list[Path]] = defaultdict(list)
    for ending in ("java", "scala"):
        for source in sorted(ROOT.glob(f"java/*/src/*/**/*.{ending}")):
            if source.name not in ("package-info.java", "package.scala"):
                file = source.relative_to(ROOT)
                for name in declared(source):
                    if not any(is_same(file, other) for other in places[name]):
                        places[name].append(file)
    for name, files in sorted(places.items()):
        if len(files) > 1 and name not in ALLOWED:
            listed = "".join(f"\n  {file}" for file in files)
            yield f"The class name {name} occurs {len(files)} times. Rename all but one:{listed}"


def borrowed() -> Iterator[str]:
    """A sentence for each pom that uses another module's test sources."""
    for pom in sorted(ROOT.glob("java/*/pom.xml")):
        module = pom.parent.name
        own = f"../{engine(module)}/src/test"
        text = pom.read_text(encoding="utf-8")
        if OTHERS_TESTS.search(text if engine(module) == module else text.replace(own, "")):
            yield (
                f"{pom.relative_to(ROOT)} uses the test sources of another module. "
                "Move the shared code to java/testing/src/main."
            )


def main() -> int:
    """Prints what breaks a rule."""
    wrong = [*twice(), *borrowed()]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
