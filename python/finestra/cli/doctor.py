"""``finestra doctor``: what is installed, what is wrong, and the command that mends it."""

import json
import os
import re
import shutil
import sys
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, distributions, version
from pathlib import Path

from finestra.cli import DONE, NOT_WELL
from finestra.cli.options import Options
from finestra.core.jars import CHECKOUT, STANDALONE, finestra_version, in_wheel, jar
from finestra.core.java import LEAST, class_path, complaint, java
from finestra.core.java import version as java_version

__all__ = ["run"]

DESCRIPTION = """Looks at Java, the jars, py4j, Spark and Flink, and says of each whether Finestra
can work with it. What is not needed for everything, and not there, is only noted. In a checkout
the engines are also looked for in the environments that `make env` makes.

Exit status: 0 all well, 1 something is wrong."""

_SPARK = ("4.1", "4.2", "4.3")
_FLINK = ("2.3",)


@dataclass(frozen=True)
class Finding:
    """What was looked at, how it is (``ok``, ``absent``, ``wrong``), and what mends it."""

    what: str
    state: str
    found: str
    mend: str = ""


def run(arguments: Sequence[str]) -> int:
    """Look at everything and print it."""
    options = Options("doctor", DESCRIPTION)
    options.add_argument("--json", action="store_true", help="for machines")
    given = options.parse_args(arguments)
    findings = [look() for look in _LOOKS]
    if given.json:
        print(json.dumps({"version": finestra_version(), "findings": list(map(asdict, findings))}))
    else:
        _print(findings)
    return NOT_WELL if any(finding.state == "wrong" for finding in findings) else DONE


def _print(findings: Sequence[Finding]) -> None:
    colours = {"ok": "32", "absent": "33", "wrong": "31"} if sys.stdout.isatty() else {}
    for finding in findings:
        state = f"{finding.state:6}"
        if colours:
            state = f"\x1b[{colours[finding.state]}m{state}\x1b[0m"
        print(f"{state}  {finding.what:10}  {finding.found}")
        if finding.mend:
            print(f"{'':20}{finding.mend}")


def _package() -> Finding:
    place = "a checkout" if (CHECKOUT / "bin" / "finestra").is_file() else "a wheel"
    python = ".".join(map(str, sys.version_info[:3]))
    return Finding("finestra", "ok", f"{finestra_version()} in {place}, Python {python}")


def _java() -> Finding:
    mend = f"install a JDK {LEAST}, or set JAVA_HOME to one"
    found = java_version()
    if found is None:
        there = "does not say its version" if shutil.which(java()) else "is not there"
        return Finding("java", "wrong", f"{java()} {there}", mend)
    if complaint():
        return Finding("java", "wrong", f"{found} ({java()}); {LEAST} or later is due", mend)
    return Finding("java", "ok", f"{found} ({java()})")


def _build() -> Finding:
    """What builds a checkout; a wheel has its jars."""
    if not (CHECKOUT / "pom.xml").is_file():
        return Finding("build", "ok", "a wheel has its jars")
    javac = str(Path(java()).with_name("javac")) if os.sep in java() else "javac"
    missing = [name for name in ("mvn", javac) if shutil.which(name) is None]
    if missing:
        found = f"{' and '.join(missing)} not found; a checkout is built with them"
        return Finding("build", "absent", found, f"install Maven 3.8.7 or later and a JDK {LEAST}")
    return Finding("build", "ok", "Maven and javac")


def _core() -> Finding:
    if not (CHECKOUT / "bin" / "finestra").is_file():
        return _of_jar("core", lambda: in_wheel(STANDALONE))
    try:
        class_path()
    except RuntimeError as failed:
        return Finding("core", "wrong", str(failed), "mvn -pl java/core,java/sketches package")
    return Finding("core", "ok", f"built in {CHECKOUT / 'java'}")


def _spark_jar() -> Finding:
    return _of_jar("spark jar", lambda: jar("spark"), "make env")


def _flink_jar() -> Finding:
    return _of_jar("flink jar", lambda: jar("flink"), "make env")


def _of_jar(
    what: str,
    find: Callable[[], Path],
    mend: str = "pip install --force-reinstall finestra",
) -> Finding:
    is_checkout = (CHECKOUT / "pom.xml").is_file()
    if not is_checkout:
        mend = "pip install --force-reinstall finestra"
    try:
        file = find()
        with zipfile.ZipFile(file) as archive:
            inside = archive.read("dev/finestra/version.properties").decode()
    except FileNotFoundError as missing:
        return Finding(what, "absent" if is_checkout else "wrong", str(missing), mend)
    except (zipfile.BadZipFile, KeyError) as damaged:
        return Finding(what, "wrong", f"{file} is damaged: {damaged}", mend)
    written = re.search(r"version=(\S+)", inside)
    if written and written[1] != finestra_version():
        found = f"{file} is version {written[1]}, the package {finestra_version()}"
        return Finding(what, "wrong", found, mend)
    return Finding(what, "ok", str(file))


def _py4j() -> Finding:
    mend = "pip install 'finestra[window]'"
    try:
        from py4j.java_gateway import find_jar_path
    except ImportError:
        return Finding("py4j", "absent", "not installed; finestra.Window needs it", mend)
    if not find_jar_path():
        return Finding(
            "py4j", "wrong", "its jar is not found", "pip install --force-reinstall py4j"
        )
    return Finding("py4j", "ok", version("py4j"))


def _spark() -> Finding:
    return _engine("spark", "pyspark", _SPARK)


def _flink() -> Finding:
    return _engine("flink", "apache-flink", _FLINK)


def _engine(engine: str, package: str, due: tuple[str, ...]) -> Finding:
    mend = f"pip install 'finestra[{engine}]', in an environment of its own"
    where = ""
    try:
        found = version(package)
    except PackageNotFoundError:
        environment = CHECKOUT / ".venv" / engine
        found = _installed(environment, package)
        if not found:
            return Finding(engine, "absent", f"{package} is not in this environment", mend)
        where = f" in {environment}"
    if not any(found.startswith(each + ".") for each in due):
        fitting = " or ".join(due)
        return Finding(engine, "wrong", f"{package} is {found}{where}, {fitting} is due", mend)
    return Finding(engine, "ok", found + where)


def _installed(environment: Path, package: str) -> str:
    """The version of a package in the checkout's environment of an engine, if it is there."""
    places = [str(folder) for folder in environment.glob("lib/python*/site-packages")]
    return next((each.version for each in distributions(name=package, path=places)), "")


def _here(package: str) -> bool:
    try:
        return bool(version(package))
    except PackageNotFoundError:
        return False


def _both() -> Finding:
    if _here("pyspark") and _here("apache-flink"):
        mend = "python -m venv, one for each, then pip install into it"
        return Finding("engines", "wrong", "Spark and Flink share this environment", mend)
    return Finding("engines", "ok", "at most one in this environment")


_LOOKS: list[Callable[[], Finding]] = [
    _package,
    _java,
    _build,
    _core,
    _spark_jar,
    _flink_jar,
    _py4j,
    _spark,
    _flink,
    _both,
]
