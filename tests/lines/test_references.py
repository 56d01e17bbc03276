"""The reference checker finds what another version of an engine lacks, and nothing else."""

import subprocess
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import references

ENGINE = """package org.engine;
public class Base implements java.io.Serializable { public int field; public void kept() {} %s }
"""
OF_OLD = "public void removed() {} public void inherited() {} public static class Gone {}"
CONTRACT = "package org.engine; public interface Contract { %s }"
OWN = """package dev.finestra;
public class Use extends org.engine.Base implements org.engine.Contract {
  int all(org.engine.Base base) {
    base.kept();
    base.removed();
    kept();
    inherited();
    base.toString();
    int[] copy = new int[] {base.field}.clone();
    return copy[0] + new org.engine.Base.Gone().hashCode();
  }
}
"""


def compiled(folder: Path, jar: Path, against: Path | None, **sources: str) -> Path:
    """A jar of these classes."""
    files = []
    for name, text in sources.items():
        file = folder / "src" / f"{name}.java"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        files.append(str(file))
    path = [] if against is None else ["-cp", str(against)]
    subprocess.run(["javac", "-d", str(folder / "out"), *path, *files], check=True)
    with zipfile.ZipFile(jar, "w") as archive:
        for file in (folder / "out").rglob("*.class"):
            archive.write(file, file.relative_to(folder / "out"))
    return jar


def test_what_an_engine_lacks_is_listed(tmp_path: Path) -> None:
    old = compiled(
        tmp_path / "old",
        tmp_path / "old.jar",
        None,
        Base=ENGINE % OF_OLD,
        Contract=CONTRACT % "",
    )
    new = compiled(
        tmp_path / "new",
        tmp_path / "new.jar",
        None,
        Base=ENGINE % "",
        Contract=CONTRACT % "void more(int x);",
    )
    own = compiled(tmp_path / "own", tmp_path / "own.jar", old, Use=OWN)
    assert references.missing(own, [old]) == []
    assert references.missing(own, [new]) == [
        "dev/finestra/Use.inherited()V (used by dev/finestra/Use)",
        "org/engine/Base$Gone (used by dev/finestra/Use)",
        "org/engine/Base.removed()V (used by dev/finestra/Use)",
        "org/engine/Contract.more(I)V (not implemented by dev/finestra/Use)",
    ]
