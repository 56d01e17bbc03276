"""Containers for each test; without a container engine the tests are skipped."""

import gc
import os
import random
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("testcontainers", reason="make cluster-test runs these, in .venv/cluster")

import docker
from tests.cluster.boxes import REPOSITORY, Boxes


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Ignore warnings from libraries under testcontainers."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.filterwarnings("ignore"))


@pytest.fixture(scope="session")
def engine() -> None:
    """Skips the tests if no container engine answers."""
    try:
        docker.from_env().ping()
        return
    except docker.errors.DockerException as error:
        reason = f"no Docker engine answers here ({error}); `make cluster-test` looks for one"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the client leaves its socket open when it fails
        gc.collect()
    pytest.skip(reason)


@pytest.fixture
def boxes(engine: None, request: pytest.FixtureRequest) -> Iterator[Boxes]:
    """Boxes that are removed after the test; if it fails, their logs are kept."""
    made = Boxes()
    failed = request.session.testsfailed
    try:
        yield made
    finally:
        try:
            if request.session.testsfailed > failed:
                folder = REPOSITORY / "target" / "cluster" / request.node.name
                made.keep_logs(folder)
                print(f"the logs are in {folder}")
        finally:
            made.close()


@pytest.fixture
def rng() -> random.Random:
    """Random numbers with a fresh seed, which is printed; FINESTRA_SEED sets it."""
    seed = int(os.environ.get("FINESTRA_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"replay with FINESTRA_SEED={seed}")
    return random.Random(seed)
