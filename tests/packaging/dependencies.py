"""Every direct dependency with its licence: writes docs/dependencies.md.

The dependencies come from the poms and from pyproject.toml, the licences from the packages that
Maven and pip have fetched. If a package is not fetched here, the page keeps its licence.

python tests/packaging/dependencies.py (make dependencies) writes the page. With --pinned it prints
the list for pip-audit instead.
"""

import re
import sys
import xml.etree.ElementTree as Xml
from collections.abc import Iterator
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "dependencies.md"
REPOSITORY = Path.home() / ".m2" / "repository"
# An extra accepts several versions of its engine. The tests run on that of the root pom's property.
ENGINES = {"pyspark": "spark.version", "apache-flink": "flink.version"}

POM = "{http://maven.apache.org/POM/4.0.0}"
SCOPES = {
    "compile": "in the jars",
    "provided": "given by the engine",
    "optional": "given by a job that has it",
    "runtime": "benchmarks",
    "test": "tests",
}
# Modules that are never published, so their dependencies are in no shipped jar.
UNPUBLISHED = {
    "testing": "tests",
    "bench": "benchmarks",
    "bench-flink": "benchmarks",
    "cluster-flink": "tests",
    "cluster-spark": "tests",
    "peers-flink": "tests",
    "peers-spark": "tests",
}

HEAD = """# Dependencies

`make dependencies` writes this page; a test compares it with the poms and with `pyproject.toml`.
Core needs only the JDK. The Python package needs only the libraries of its extras. An engine is
listed in each version that a jar is compiled for; [versions](versions.md) lists the others.

`make audit` asks the index of Python packages for known vulnerabilities, and fails if there is no
answer. `make audit ADVISORIES=folder` looks up Java's and Python's dependencies offline, in a clone
of GitHub's advisory database. For a range of versions both check the lowest; for PySpark and
PyFlink, the version that the tests run on.
"""


def page(before: str) -> str:
    """The page. It takes a licence from the page ``before`` if its package is not fetched here."""
    known = dict(re.findall(r"^\| (\S+) \|.*\| ([^|]+) \|$", before, re.MULTILINE))
    parts = [HEAD]
    for title, rows in (("Java and Scala", java()), ("Python", python())):
        parts.append(f"\n## {title}\n\n| what | version | where | licence |\n|---|---|---|---|\n")
        for name, version, where, licence in rows:
            said = licence or known.get(name, "not known here")
            parts.append(f"| {name} | {version} | {where} | {said} |\n")
    return "".join(parts)


def java() -> list[tuple[str, str, str, str]]:
    """Name, version, place and licence of the poms' dependencies and of the jars' libraries."""
    root = Xml.parse(ROOT / "pom.xml").getroot()
    properties = _properties(root)
    managed = _dependencies(root.find(f"{POM}dependencyManagement"))
    versions = {(g, a): _filled(v, properties) for g, a, v, _ in managed}
    where: dict[tuple[str, str, str], set[str]] = {}
    for file in sorted(ROOT.glob("java/*/pom.xml")):
        poms = _with_parents(file)
        if poms[0].findtext(f"{POM}packaging") == "pom" and file.parent.name not in UNPUBLISHED:
            continue  # a parent's dependencies count in the versions of its children
        own = {
            **properties,
            **{k: v for pom in reversed(poms) for k, v in _properties(pom).items()},
        }
        for group, artifact, version, scope in (d for pom in poms for d in _dependencies(pom)):
            if group == "dev.finestra":
                continue
            artifact = _filled(artifact, own)
            said = _filled(version, own) or versions.get((group, artifact), "")
            said = said or versions.get(("org.junit", "junit-bom"), "")
            place = UNPUBLISHED.get(file.parent.name, SCOPES[scope])
            where.setdefault((group, artifact, said), set()).add(place)
    sketches = REPOSITORY / "org/apache/datasketches/datasketches-java"
    for file in sketches.glob(f"{properties['datasketches.version']}/*.pom"):
        pom = Xml.parse(file).getroot()
        for group, artifact, version, scope in _dependencies(pom):
            if scope == "compile":
                where[(group, artifact, _filled(version, _properties(pom)))] = {"in the jars"}
    return [
        (
            f"{group}:{artifact}",
            version,
            ", ".join(sorted(places)),
            _licence(group, artifact, version),
        )
        for (group, artifact, version), places in sorted(where.items())
    ]


def _with_parents(file: Path) -> list[Xml.Element]:
    """A module's pom, then its parents' up to the root pom, which is left out."""
    poms: list[Xml.Element] = []
    while file.resolve() != ROOT / "pom.xml":
        poms.append(Xml.parse(file).getroot())
        file = file.parent / poms[-1].findtext(f"{POM}parent/{POM}relativePath", "")
    return poms


def _properties(pom: Xml.Element) -> dict[str, str]:
    found = pom.find(f"{POM}properties")
    return {} if found is None else {e.tag.removeprefix(POM): e.text or "" for e in found}


def _filled(text: str, properties: dict[str, str]) -> str:
    """The text with the values of properties, whose values may name others."""
    filled = re.sub(r"\$\{([^}]+)\}", lambda m: properties.get(m[1], m[0]), text)
    return filled if filled == text else _filled(filled, properties)


def _dependencies(of: Xml.Element | None) -> list[tuple[str, str, str, str]]:
    if of is None:
        return []
    listed = of.findall(f"{POM}dependencies/{POM}dependency")
    listed += of.findall(f"{POM}profiles/{POM}profile/{POM}dependencies/{POM}dependency")
    return [
        (
            each.findtext(f"{POM}groupId", ""),
            each.findtext(f"{POM}artifactId", ""),
            each.findtext(f"{POM}version", ""),
            "optional"
            if each.findtext(f"{POM}optional") == "true"
            else each.findtext(f"{POM}scope", "compile"),
        )
        for each in listed
    ]


def _licence(group: str, artifact: str, version: str) -> str:
    """The licence in a pom that Maven has fetched, or in its nearest parent that has one."""
    file = REPOSITORY / group.replace(".", "/") / artifact / version / f"{artifact}-{version}.pom"
    if not file.is_file():
        return ""
    pom = Xml.parse(file).getroot()
    space = POM if pom.tag.startswith(POM) else ""
    names = [
        name.text.strip()
        for name in pom.findall(f"{space}licenses/{space}license/{space}name")
        if name.text
    ]
    parent = pom.find(f"{space}parent")
    if names or parent is None:
        return " and ".join(" ".join(name.split()) for name in names)
    parts = ("groupId", "artifactId", "version")
    above, name, version = (parent.findtext(f"{space}{part}", "").strip() for part in parts)
    return _licence(above, name, version)


def python() -> list[tuple[str, str, str, str]]:
    """Name, version, extras and licence of the dependencies in pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = text.split("[project.optional-dependencies]")[1].split("\n[")[0]
    where: dict[tuple[str, str], set[str]] = {}
    for extra, listed in re.findall(r"^(\w+) = \[(.*?)\]$", section, re.MULTILINE | re.DOTALL):
        for name, version in re.findall(r'"([\w-]+)(?:\[\w+\])?([^"]*)"', listed):
            where.setdefault((name, version.removeprefix("==") or "any"), set()).add(extra)
    return [
        (name, version, ", ".join(sorted(extras)), _python_licence(name))
        for (name, version), extras in sorted(where.items())
    ]


def pinned() -> list[tuple[str, str]]:
    """The Python dependencies, each pinned, at its lowest version, or as pip has installed it."""
    properties = _properties(Xml.parse(ROOT / "pom.xml").getroot())
    found = []
    for name, asked, _, _ in python():
        asked = properties[ENGINES[name]] if name in ENGINES else asked
        least = re.match(r"(?:>=)?(\d[\w.]*)", asked)
        version = least[1] if least else next((h["Version"] for h in _installed(name)), "")
        if version:
            found.append((name, version))
    return found


def _installed(name: str) -> Iterator[Message]:
    """The metadata of a package in each of the checkout's environments."""
    pattern = f".venv/*/lib/python3*/site-packages/{name.replace('-', '_')}-*.dist-info/METADATA"
    for file in sorted(ROOT.glob(pattern)):
        yield HeaderParser().parsestr(file.read_text(encoding="utf-8"))


def _python_licence(name: str) -> str:
    for headers in _installed(name):
        said = headers["License-Expression"] or headers["License"] or ""
        if said and "\n" not in said:
            return str(said)
        for classifier in headers.get_all("Classifier", []):
            if classifier.startswith("License :: "):
                return str(classifier.rsplit(" :: ", 1)[1])
    return ""


def _main() -> str | None:
    if sys.argv[1:] == ["--pinned"]:
        print("\n".join(f"{name}=={version}" for name, version in pinned()))
        return None
    text = page(PAGE.read_text("utf-8") if PAGE.is_file() else "")
    PAGE.write_text(text, encoding="utf-8")
    return f"{PAGE} lacks a licence; fetch all with make env" if "not known here" in text else None


if __name__ == "__main__":
    sys.exit(_main())
