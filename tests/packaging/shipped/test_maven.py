"""A foreign project installs, resolves and runs the Maven artifacts."""

import os
import re
import shlex
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

import finestra
from finestra.core.lines import LINES

ROOT = Path(__file__).parents[3]
MODULES = {
    "finestra-core": "core",
    "finestra-sketches": "sketches",
    **{line.artifact: line.module for lines in LINES.values() for line in lines},
}

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId>
  <artifactId>consumer</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>dev.finestra</groupId>
      <artifactId>{artifact}</artifactId>
      <version>{version}</version>
    </dependency>
  </dependencies>
  <build>
    <pluginManagement>
      <plugins>
        <plugin>
          <artifactId>maven-compiler-plugin</artifactId>
          <version>3.13.0</version>
        </plugin>
        <plugin>
          <artifactId>maven-resources-plugin</artifactId>
          <version>3.3.1</version>
        </plugin>
        <plugin>
          <artifactId>maven-dependency-plugin</artifactId>
          <version>3.8.1</version>
        </plugin>
      </plugins>
    </pluginManagement>
  </build>
</project>
"""

PROGRAM = """package example;

import dev.finestra.SlidingWindows;
import dev.finestra.SlidingWindow;

public final class Consumer {
  public static void main(String[] arguments) {
    SlidingWindow<Object> window = SlidingWindows.of("fiba", arguments[0]);
    window.insert(1, 2);
    window.insert(2, 8);
    System.out.println(window.query());
  }
}
"""


def maven(folder: Path, repository: Path, *goals: str) -> str:
    """Run Maven as a user does, with its own local repository."""
    given = shlex.split(os.environ.get("MVN", "mvn -B -q"))
    command = [*(word for word in given if word != "-Dquick"), f"-Dmaven.repo.local={repository}"]
    done = subprocess.run(
        [*command, *goals], cwd=folder, capture_output=True, text=True, check=False, timeout=1800
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A local repository with all downloaded artifacts, and ours installed."""
    folder = tmp_path_factory.mktemp("m2") / "repository"
    there = Path.home() / ".m2" / "repository"
    if there.is_dir():
        shutil.copytree(
            there, folder, copy_function=link, ignore=lambda at, _: ours(Path(at), there)
        )
    modules = ",".join(f"java/{module}" for module in MODULES.values())
    goals = ("-pl", modules, "-am", "install", "-Dmaven.test.skip=true")
    maven(ROOT, folder, *goals)
    return folder


def link(source: str, target: str) -> None:
    """Link files that are only read."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def ours(folder: Path, repository: Path) -> list[str]:
    """Files of an earlier install, which must not be overwritten through a link."""
    return ["finestra"] if folder == repository / "dev" else []


@pytest.mark.parametrize("artifact", MODULES)
def test_an_artifact_is_whole(repository: Path, artifact: str) -> None:
    folder = repository / "dev" / "finestra" / artifact / finestra.__version__
    stem = f"{artifact}-{finestra.__version__}"
    with zipfile.ZipFile(folder / f"{stem}-sources.jar") as sources:
        assert any(name.endswith((".java", ".scala")) for name in sources.namelist())
    with zipfile.ZipFile(folder / f"{stem}-javadoc.jar") as javadoc:
        assert "index.html" in javadoc.namelist()
    assert (folder / f"{stem}.pom").is_file()


@pytest.mark.parametrize("artifact", MODULES)
def test_a_consumer_compiles_and_runs(repository: Path, artifact: str, tmp_path: Path) -> None:
    pom = POM.format(artifact=artifact, version=finestra.__version__)
    (tmp_path / "pom.xml").write_text(pom)
    program = tmp_path / "src" / "main" / "java" / "example" / "Consumer.java"
    program.parent.mkdir(parents=True)
    program.write_text(PROGRAM)
    path = tmp_path / "class.path"
    build = ("compile", "dependency:build-classpath", f"-Dmdep.outputFile={path}")
    maven(tmp_path, repository, *build)
    aggregation, answer = ("max", "8") if artifact == "finestra-core" else ("theta", "2")
    if artifact not in ("finestra-core", "finestra-sketches"):
        assert re.findall(r"/dev/finestra/([^/]*)", path.read_text()) == [artifact]
    classes = f"{tmp_path}/target/classes:{path.read_text()}"
    done = subprocess.run(
        ["java", "-cp", classes, "example.Consumer", aggregation],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == answer
