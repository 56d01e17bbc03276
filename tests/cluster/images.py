"""Images for the Kubernetes operators, built from the Dockerfiles of ``examples/kubernetes``."""

import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import docker
from tests.cluster.boxes import BASE_IMAGE, REPOSITORY, installed

from finestra.core.jars import jar

PACKAGES = {"spark": "pyspark", "flink": "pyflink"}


class Images:
    """The images of one test, which are removed when it ends."""

    def __init__(self) -> None:
        """Builds no image yet."""
        self._client = docker.from_env()
        self._tags: list[str] = []

    def with_job(self, engine: str, program: Path) -> str:
        """Builds an engine's Dockerfile with Finestra's jar and with a job of one Java file.

        Without the registries of the official images, the base is made of the plain image with a
        JRE and of the engine that pip installed.
        """
        finestra = jar(engine)
        with tempfile.TemporaryDirectory() as folder:
            context = Path(folder)
            shutil.copy(REPOSITORY / "examples" / "kubernetes" / engine / "Dockerfile", context)
            shutil.copy(finestra, context)
            compile_job(program, [finestra, *engine_jars(engine)], context / "job.jar")
            arguments = {"BASE": self._base(engine)} if BASE_IMAGE else {}
            return self._build(engine, context, arguments)

    def _base(self, engine: str) -> str:
        """The plain image with the engine at the official image's place."""
        with tempfile.TemporaryDirectory() as folder:
            context = Path(folder)
            shutil.copytree(
                installed(engine, PACKAGES[engine]),
                context / engine,
                ignore=shutil.ignore_patterns("__pycache__", "examples", "*.pyc"),
            )
            (context / "Dockerfile").write_text(
                f"FROM {BASE_IMAGE}\n"
                f"COPY {engine} /opt/{engine}\n"
                f"ENV {engine.upper()}_HOME=/opt/{engine}\n",
                encoding="utf-8",
            )
            return self._build(f"{engine}-base", context, {})

    def _build(self, name: str, context: Path, arguments: dict[str, str]) -> str:
        tag = f"finestra-test-{name}:{uuid.uuid4().hex}"
        self._client.images.build(
            path=str(context), tag=tag, buildargs=arguments, rm=True, forcerm=True
        )
        self._tags.append(tag)
        return tag

    def close(self) -> None:
        """Removes the images, the newest first because it rests on the others."""
        with ExitStack() as left:  # runs all callbacks, even if some raise
            left.callback(self._client.close)
            for tag in self._tags:
                left.callback(self._client.images.remove, tag, force=True)


def engine_jars(engine: str) -> Iterable[Path]:
    """The jars with which a job of an engine is compiled."""
    package = installed(engine, PACKAGES[engine])
    return (package / ("jars" if engine == "spark" else "lib")).glob("*.jar")


def compile_job(program: Path, jars: Iterable[Path], job: Path) -> None:
    """Compiles one Java file into a jar without its dependencies."""
    with tempfile.TemporaryDirectory() as classes:
        path = ":".join(map(str, jars))
        for command in (
            ["javac", "--release", "17", "-cp", path, "-d", classes, str(program)],
            ["jar", "cf", str(job), "-C", classes, "."],
        ):
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
            assert done.returncode == 0, done.stderr
