"""Looks up the dependencies in a database of advisories, without a network.

    make audit ADVISORIES=FOLDER

The folder is a clone of GitHub's advisory database, or of another in the OSV format (JSON).
"""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dependencies
from packaging.version import Version

# Maven's qualifiers for versions before a release, in order; all others come after it.
BEFORE = ("alpha", "beta", "milestone", "rc", "cr", "snapshot")


def maven(version: str) -> list[tuple[int, int, str]]:
    """A key by which Maven's versions sort: numbers by value, `2.0-rc1` before `2.0`."""
    release = (1, 0, "")
    key = []
    for part in re.findall(r"\d+|[a-z]+", version.lower()):
        if part.isdigit():
            key.append((3, int(part), ""))
        elif part in BEFORE:
            key.append((0, BEFORE.index(part), ""))
        else:
            key.append((2, 0, part))
    while key and key[-1] == (3, 0, ""):
        key.pop()
    return [*key, release]


ORDERS: dict[str, Callable[[str], Any]] = {"Maven": maven, "PyPI": Version}


def affects(affected: dict[str, Any], version: str) -> bool:
    """Whether this part of an advisory applies to a version of its package."""
    if version in affected.get("versions", []):
        return True
    order = ORDERS[affected["package"]["ecosystem"]]
    last = affected.get("database_specific", {}).get("last_known_affected_version_range", "")
    if last.startswith("<") and not _holds(last, version, order):
        return False
    return any(
        _within(each["events"], version, order)
        for each in affected.get("ranges", [])
        if each["type"] == "ECOSYSTEM"
    )


def _holds(bound: str, version: str, order: Callable[[str], Any]) -> bool:
    """Whether a version is within a bound such as `<= 3.0.3` or `< 3.1`."""
    sign, limit = bound.split(maxsplit=1)
    return bool(order(version) < order(limit) or (sign == "<=" and order(version) == order(limit)))


def _within(events: list[dict[str, str]], version: str, order: Callable[[str], Any]) -> bool:
    """Whether the last event up to this version opened a range."""
    at, inside = order(version), False
    steps = [(order(said), kind) for event in events for kind, said in event.items()]
    for when, kind in sorted(steps):
        if at > when or (at == when and kind != "last_affected"):
            inside = kind == "introduced"
    return inside


def known() -> dict[tuple[str, str], set[str]]:
    """The versions that the poms and pyproject.toml pin, by ecosystem and name."""
    found: dict[tuple[str, str], set[str]] = {}
    for name, version, _, _ in dependencies.java():
        found.setdefault(("Maven", name), set()).add(version)
    for name, version in dependencies.pinned():
        found.setdefault(("PyPI", name), set()).add(version)
    return found


def about(folder: Path, versions: dict[tuple[str, str], set[str]]) -> tuple[int, list[str]]:
    """The number of advisories in a folder, and a line for each that applies to a version."""
    names = re.compile("|".join(f'"{re.escape(name)}"' for _, name in versions), re.IGNORECASE)
    read, lines = 0, []
    for file in sorted(folder.rglob("*.json")):
        text = file.read_text(encoding="utf-8")
        if '"affected"' not in text:
            continue
        read += 1
        if names.search(text):
            lines += _lines(json.loads(text), versions)
    return read, lines


def _lines(advisory: dict[str, Any], versions: dict[tuple[str, str], set[str]]) -> list[str]:
    if advisory.get("withdrawn"):
        return []
    lines = []
    for affected in advisory["affected"]:
        if "package" not in affected:  # a repository's commits
            continue
        package = affected["package"]["ecosystem"], affected["package"]["name"].lower()
        for version in sorted(versions.get(package, ())):
            if affects(affected, version):
                summary = advisory.get("summary") or advisory.get("details", "")
                lines.append(f"{package[1]} {version}: {advisory['id']}: {summary[:200]}")
    return lines


def _main(folder: Path) -> str | None:
    versions = known()
    read, lines = about(folder, versions)
    if not read:
        return f"{folder} holds no advisory as JSON in the OSV format; a clone of GitHub's does"
    print(
        f"{read} advisories read for {len(versions)} packages: {len(lines)} are about one of them"
    )
    return "\n".join(lines) or None


if __name__ == "__main__":
    sys.exit(_main(Path(sys.argv[1])))
