"""Fixtures for all these tests."""

import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _left_behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let pytest remove the temporary files that engines leave behind."""
    folder = str(tmp_path_factory.mktemp("left"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", folder)
        patch.setattr(tempfile, "tempdir", folder)
        yield
