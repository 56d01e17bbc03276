"""Compiles the Java source of a benchmark or a demo against the jars of its engine."""

from __future__ import annotations

import os
import subprocess
import zipfile
from pathlib import Path


def compiled(source: str | Path, against: Path, folder: Path, *more: Path) -> Path:
    """Compile a source file into a jar.

    Args:
        source: the file's name in this package, or its path.
        against: the folder with the engine's jars.
        folder: where the jar goes.
        more: further jars or folders of sources that the source needs.

    Raises:
        FileNotFoundError: if there is no compiler.
    """
    file = Path(__file__).parent / source
    home = os.environ.get("JAVA_HOME")
    javac = str(Path(home, "bin", "javac")) if home else "javac"
    classes = folder / "classes"
    class_path = os.pathsep.join(map(str, (against / "*", *more)))
    command = [javac, "-nowarn", "-cp", class_path, "-d", str(classes), str(file)]
    try:
        subprocess.run(command, check=True)
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{javac} was not found, which compiles {source}; install a JDK 17, or set JAVA_HOME"
        ) from None
    jar = folder / (file.stem + ".jar")
    with zipfile.ZipFile(jar, "w") as archive:
        for each in sorted(classes.rglob("*.class")):
            archive.write(each, each.relative_to(classes))
    return jar
