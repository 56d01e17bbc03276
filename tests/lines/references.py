"""Looks for what a connector's jar needs and an engine's version does not have.

Resolves each class, field and method that the jar's code refers to, as the JVM does when it links
the code, and looks for abstract methods of the engine that the jar's classes do not implement.

    python tests/lines/references.py    all jars, on the versions that `make lines` has installed
"""

import io
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(Path(__file__).parent), str(ROOT / "python")]
from classfile import ABSTRACT, INTERFACE, STATIC, ClassFile, Member, read  # noqa: E402

from finestra.core.jars import jar_of  # noqa: E402
from finestra.core.lines import LINES, scala_of  # noqa: E402

#: Libraries that a job adds itself if it needs them.
OPTIONAL = ("org/apache/avro/", "org/apache/flink/formats/avro/")
#: Types of the JDK that add no methods to those of Object.
WITHOUT_MEMBERS = {"java/lang/Object", "java/io/Serializable", "java/lang/Cloneable"}
#: Finestra's classes that a version never reaches: those for another version.
UNREACHED = {
    f"spark {version}": tuple(
        f"dev/finestra/spark/internal/stream/{name}{other}"
        for name in ("StreamHost", "SparkStreams")
    )
    for version, other in (("4.0", "41"), ("4.1", "40"), ("4.2", "40"), ("4.3", "40"))
}
OWN = "dev/finestra/"
JDK = ("java/", "javax/", "jdk/", "sun/")
OF_OBJECT = {"equals", "hashCode", "toString", "getClass", "clone", "notify", "notifyAll", "wait"}


class Jars:
    """The classes of several jars; the first of two equal names counts."""

    def __init__(self, jars: Iterable[Path]) -> None:
        """Open the jars, until :meth:`close`."""
        self._open = [archive for each in jars for archive in opened(each)]
        self._archives: dict[str, zipfile.ZipFile] = {}
        for archive in self._open:
            for name in classes(archive):
                self._archives.setdefault(name, archive)
        self.get = cache(self._get)

    def close(self) -> None:
        """Close the jars."""
        for archive in self._open:
            archive.close()

    def _get(self, name: str) -> ClassFile | None:
        if name not in self._archives:
            return None
        with self._archives[name].open(name + ".class") as file:
            return read(file)

    def hierarchy(self, name: str) -> Iterator[ClassFile | None]:
        """A class and all its supertypes; None for one that is not in these jars."""
        waiting, seen = [name], {name}
        while waiting:
            found = self.get(waiting.pop(0))
            yield found
            for each in found.supertypes if found else ():
                if each not in seen and not each.startswith(JDK):
                    seen.add(each)
                    waiting.append(each)


def opened(jar: Path) -> Iterator[zipfile.ZipFile]:
    """A jar, and the jars in it: Flink's distribution has its planner in another jar."""
    outer = zipfile.ZipFile(jar)
    yield outer
    for name in outer.namelist():
        if name.endswith(".jar"):
            yield zipfile.ZipFile(io.BytesIO(outer.read(name)))


def classes(archive: zipfile.ZipFile) -> list[str]:
    """The names of a jar's classes."""
    return [
        name.removesuffix(".class")
        for name in archive.namelist()
        if name.endswith(".class") and not name.startswith("META-INF/")
    ]


def element(name: str) -> str:
    """The class of an array's elements; a class as it is; empty for numbers."""
    if not name.startswith("["):
        return name
    name = name.lstrip("[")
    return name[1:-1] if name.startswith("L") else ""


def is_engines(name: str) -> bool:
    """Whether a class must be in the engine's jars."""
    return bool(name) and not name.startswith(("[", OWN, *JDK, *OPTIONAL))


def missing(own: Path, engine: Iterable[Path], unreached: tuple[str, ...] = ()) -> list[str]:
    """What the jar's own classes need and neither the jar nor the engine has, sorted.

    Args:
        own: the jar.
        engine: the engine's jars.
        unreached: beginnings of the names of classes that are not checked.
    """
    with zipfile.ZipFile(own) as archive:
        names = [name for name in classes(archive) if name.startswith(OWN)]
    found: set[str] = set()
    with closing(Jars([own, *engine])) as jars:
        loaded = [each for each in map(jars.get, names) if each is not None]
        skipped = (OWN + "shaded/", *unreached)
        ours = [each for each in loaded if not each.name.startswith(skipped)]
        called = {
            member for each in ours for owner, member in each.references if owner.startswith(OWN)
        }
        for each in ours:
            found.update(unresolved(each, jars, called))
            found.update(unimplemented(each, jars))
    return sorted(found)


def unresolved(own: ClassFile, jars: Jars, called: set[Member]) -> Iterator[str]:
    """The references of a class that do not resolve, if its code can reach them.

    Args:
        own: the class.
        jars: all classes.
        called: the methods of Finestra's classes that Finestra calls.
    """
    for name in map(element, own.classes):
        if is_engines(name) and jars.get(name) is None:
            yield f"{name} (used by {own.name})"
    for owner, member in own.references:
        # An inherited method is called by the name of Finestra's own class.
        is_known = (is_engines(owner) or owner.startswith(OWN)) and jars.get(owner) is not None
        if is_known and not has(owner, member, jars) and not is_unused(owner, member, called):
            yield f"{owner}.{member[0]}{member[1]} (used by {own.name})"


def is_unused(owner: str, member: Member, called: set[Member]) -> bool:
    """Whether a reference is in a method that Scala adds for a trait's, and that nothing calls.

    Spark itself cannot call it, if its trait has no such method.
    """
    name, kind = member
    added = (name.removesuffix("$"), kind.replace(f"L{owner};", "", 1))
    return name.endswith("$") and added not in called


def has(owner: str, member: Member, jars: Jars) -> bool:
    """Whether a class has a member or inherits it.

    The classes of the JDK are not read: a class that extends one, or an interface with methods, is
    taken to inherit any member.
    """
    name = member[0]
    for each in jars.hierarchy(owner):
        if each is None or member in each.members:
            return True
        if name == "<init>":
            return False
        if any(up.startswith(JDK) and up not in WITHOUT_MEMBERS for up in each.supertypes):
            return True
    return name in OF_OBJECT


def unimplemented(own: ClassFile, jars: Jars) -> Iterator[str]:
    """The abstract methods of the engine that a class inherits and does not implement."""
    if own.flags & (ABSTRACT | INTERFACE):
        return
    concrete: set[Member] = set()
    abstract: dict[Member, str] = {}
    for each in jars.hierarchy(own.name):
        if each is None:
            return
        for member, flags in each.members.items():
            if flags & ABSTRACT:
                abstract.setdefault(member, each.name)
            elif not flags & STATIC:
                concrete.add(member)
    for member, name in abstract.items():
        if member not in concrete and is_engines(name) and member[0] not in OF_OBJECT:
            yield f"{name}.{member[0]}{member[1]} (not implemented by {own.name})"


def main() -> int:
    """Checks each jar against the versions of its line that have an environment."""
    losses = 0
    for engine, package in (("spark", "pyspark/jars"), ("flink", "pyflink/lib")):
        folders = sorted(ROOT.glob(f".venv/{engine}*/lib/python*/site-packages/{package}"))
        versions = {version_of(folder): sorted(folder.glob("*.jar")) for folder in folders}
        for line in LINES[engine]:
            own = jar_of(line)
            there = [each for each in versions if each.rpartition(".")[0] in line.versions]
            fit = [each for each in there if line.scala in ("", scala_of(versions[each]))]
            if there and not fit:
                print(f"{own.name}: not checked, because pip installs another version of Scala")
            elif not fit:
                print(f"{own.name}: no environment has {engine.title()} {line}; run make lines")
                losses += 1
            for version in fit:
                unreached = UNREACHED.get(f"{engine} {version.rpartition('.')[0]}", ())
                found = missing(own, versions[version], unreached)
                losses += len(found)
                print(f"{engine} {version}: {own.name} lacks {len(found)}", *found, sep="\n  ")
    return 1 if losses else 0


def version_of(jars: Path) -> str:
    """The version of the engine whose Python package has these jars."""
    text = (jars.parent / "version.py").read_text(encoding="utf-8")
    (version,) = re.findall(r"""__version__(?:: str)? = ["']([\d.]+)""", text)
    return str(version)


if __name__ == "__main__":
    sys.exit(main())
