"""``finestra doctor``: what is installed, what is wrong, and how to repair it."""

import json
import os
import re
import shutil
import sys
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import distributions, version
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from finestra.cli.status import Status
from finestra.core.checkout import is_checkout
from finestra.core.jars import CHECKOUT, STANDALONE, finestra_version, in_wheel, jar_of, wheel
from finestra.core.java import LEAST, class_path, complaint, java
from finestra.core.java import version as java_version
from finestra.core.lines import LINES, PACKAGES, installed, line

_PIPE_WIDTH = 10_000
_COLOURS = {"ok": "green", "absent": "yellow", "wrong": "red"}


@dataclass(frozen=True)
class Finding:
    """One check: its subject, its state (``ok``, ``absent``, ``wrong``), and how to repair it."""

    what: str
    state: str
    found: str
    mend: str = ""


@click.command(epilog="Example: finestra doctor --json")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def doctor(as_json: bool) -> int:
    """Check the installation.

    Looks at Java, the jars, py4j, Spark and Flink, and says how to repair what is wrong.
    Optional parts that are missing are only noted. In a checkout, the engines are also looked for
    in the environments of 'make env'. The exit status is 1 if something is wrong.
    """
    findings = [check() for check in _CHECKS]
    if as_json:
        print(json.dumps({"version": finestra_version(), "findings": list(map(asdict, findings))}))
    else:
        _print(findings)
    wrong = any(finding.state == "wrong" for finding in findings)
    return Status.CHECK_FAILED if wrong else Status.DONE


def _print(findings: Sequence[Finding]) -> None:
    table = Table.grid(padding=(0, 2))
    for finding in findings:
        table.add_row(Text(finding.state, _COLOURS[finding.state]), finding.what, finding.found)
        if finding.mend:
            table.add_row("", "", finding.mend)
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = _PIPE_WIDTH
    with console.capture() as printed:
        console.print(table)
    print("\n".join(line.rstrip() for line in printed.get().splitlines()))


def _package() -> Finding:
    place = "a checkout" if is_checkout() else "a wheel"
    python = ".".join(map(str, sys.version_info[:3]))
    return Finding("finestra", "ok", f"{finestra_version()} in {place}, Python {python}")


def _java() -> Finding:
    mend = f"install a JDK {LEAST}, or set JAVA_HOME to one"
    found = java_version()
    if found is None:
        there = "prints no version" if shutil.which(java()) else "was not found"
        return Finding("java", "wrong", f"{java()} {there}", mend)
    if complaint():
        found = f"{found} ({java()}); Finestra needs {LEAST} or later"
        return Finding("java", "wrong", found, mend)
    return Finding("java", "ok", f"{found} ({java()})")


def _build() -> Finding:
    """Maven and a compiler, which only a checkout needs."""
    if not is_checkout():
        return Finding("build", "ok", "not needed: the wheel has its jars")
    javac = str(Path(java()).with_name("javac")) if os.sep in java() else "javac"
    missing = [name for name in ("mvn", javac) if shutil.which(name) is None]
    if missing:
        found = f"{' and '.join(missing)} not found; a checkout needs them to build"
        return Finding("build", "absent", found, f"install Maven 3.8.7 or later and a JDK {LEAST}")
    return Finding("build", "ok", "Maven and javac")


def _core() -> Finding:
    if not is_checkout():
        return _of_jar("core", lambda: in_wheel(STANDALONE))
    try:
        class_path()
    except RuntimeError as failed:
        return Finding("core", "wrong", str(failed), "mvn -pl java/tools -am package")
    return Finding("core", "ok", f"built in {CHECKOUT / 'java'}")


def _of_jar(what: str, find: Callable[[], Path]) -> Finding:
    mend = "make env" if is_checkout() else f"pip install --force-reinstall {wheel()}"
    try:
        file = find()
        with zipfile.ZipFile(file) as archive:
            inside = archive.read("dev/finestra/version.properties").decode()
    except FileNotFoundError as missing:
        return Finding(what, "absent" if is_checkout() else "wrong", str(missing), mend)
    except (zipfile.BadZipFile, KeyError) as damaged:
        return Finding(what, "wrong", f"{file} is damaged: {damaged}", mend)
    written = re.search(r"version=(\S+)", inside)
    if written and written[1] != finestra_version():
        found = f"{file} has version {written[1]}, the package has {finestra_version()}"
        return Finding(what, "wrong", found, mend)
    return Finding(what, "ok", str(file))


_jars: list[Callable[[], Finding]] = [
    partial(
        _of_jar,
        f"jar for {engine.title()} {line}" + (f", Scala {line.scala}" if line.scala else ""),
        partial(jar_of, line),
    )
    for engine, known in LINES.items()
    for line in known
]


def _py4j() -> Finding:
    try:
        from py4j.java_gateway import find_jar_path
    except ImportError:
        found = "not installed; finestra.Window needs it"
        return Finding("py4j", "absent", found, "pip install 'finestra[window]'")
    if not find_jar_path():
        found = "installed, but its jar was not found"
        return Finding("py4j", "wrong", found, "pip install --force-reinstall py4j")
    return Finding("py4j", "ok", version("py4j"))


def _engine(engine: str) -> Finding:
    package = PACKAGES[engine]
    mend = f"pip install '{wheel()}[{engine}]' in an environment of its own"
    where, found = "", installed(engine)
    if not found:
        environment = CHECKOUT / ".venv" / engine
        places = [str(folder) for folder in environment.glob("lib/python*/site-packages")]
        where = f" in {environment}"
        found = next((each.version for each in distributions(name=package, path=places)), "")
    if not found:
        return Finding(engine, "absent", f"{package} is not installed in this environment", mend)
    try:
        line(engine, found)
    except ValueError as refused:
        return Finding(engine, "wrong", f"{refused}{where}", mend)
    return Finding(engine, "ok", found + where)


_spark = partial(_engine, "spark")
_flink = partial(_engine, "flink")


def _both() -> Finding:
    if all(map(installed, PACKAGES)):
        found = "Spark and Flink are in one environment, which breaks both"
        mend = "make an environment for each with python -m venv, and install into it"
        return Finding("engines", "wrong", found, mend)
    return Finding("engines", "ok", "at most one in this environment")


_CHECKS: tuple[Callable[[], Finding], ...] = (
    _package,
    _java,
    _build,
    _core,
    *_jars,
    _py4j,
    _spark,
    _flink,
    _both,
)
