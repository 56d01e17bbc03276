"""Puts the jars into the wheel: Maven builds them when the wheel is built.

From a tree and from an sdist alike, a wheel's jars are built from the sources alone, in a folder of
their own, so that nothing left over from another build gets in and two wheels of one commit are
equal byte for byte. An editable install builds them in place, where :func:`finestra.jar` finds
them; with ``FINESTRA_JARS=later`` it leaves that to whoever needs them.
"""

import os
import runpy
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent


def jars() -> dict[str, str]:
    """The modules that make the jars of the wheel, and their jars."""
    lines = runpy.run_path(str(ROOT / "python" / "finestra" / "core" / "lines.py"))["LINES"]
    return {"tools": "finestra-standalone"} | {
        line.module: line.artifact for engine in lines.values() for line in engine
    }


class JarsHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs Maven and names its jars to the builder of the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the jars before the wheel is put together."""
        root = Path(self.root)
        named = jars()
        modules = [module for module in named if is_made(root / "java" / module)]
        if version == "editable":
            if os.environ.get("FINESTRA_JARS") != "later":
                package(root, modules)
            return
        self._folder = Path(tempfile.mkdtemp(prefix="finestra-"))
        copy(root, self._folder)
        package(self._folder, modules)
        for module in modules:
            name = f"{named[module]}-{self.metadata.version}.jar"
            jar = self._folder / "java" / module / "target" / name
            build_data["force_include"][str(jar)] = f"finestra/jars/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder that Maven worked in."""
        folder = getattr(self, "_folder", None)
        if folder is not None:
            shutil.rmtree(folder)


def is_made(module: Path) -> bool:
    """Whether a module makes a jar that is fit to ship: a connector has its libraries inside."""
    pom = module / "pom.xml"
    return pom.is_file() and "maven-shade-plugin" in pom.read_text(encoding="utf-8")


def copy(root: Path, to: Path) -> None:
    """Copy what Maven builds the jars from."""
    sources = [
        root / "pom.xml",
        *(root / ".mvn").glob("*"),
        *(root / "java").glob("*/pom.xml"),
        *(root / "java").glob("*/src/main/**/*"),
    ]
    for source in sources:
        if source.is_file():
            target = to / source.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def package(root: Path, modules: list[str]) -> None:
    """Let Maven build the modules' jars; what it says goes to standard error."""
    command = [
        *shlex.split(os.environ.get("MVN", "mvn -B -q -Dquick")),
        "-pl",
        ",".join(f"java/{module}" for module in modules),
        "-am",
        "package",
        "-Dmaven.test.skip=true",
    ]
    try:
        done = subprocess.run(command, cwd=root, stdin=subprocess.DEVNULL, stdout=2, check=False)
    except FileNotFoundError:
        raise RuntimeError(
            f"there is no {command[0]}: the jars in the wheel are built by Maven 3.8.7 or later "
            "with a JDK 17; install both, or install a wheel that is built already"
        ) from None
    if done.returncode != 0:
        raise RuntimeError(
            f"the jars cannot be built: {shlex.join(command)} ended with {done.returncode}; "
            "what it said stands above"
        )
