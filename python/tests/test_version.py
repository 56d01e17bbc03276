"""There is one version, in the root pom.xml."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

import finestra
from finestra.core.lines import lines

ROOT = Path(__file__).parents[2]
POM = "{http://maven.apache.org/POM/4.0.0}"


def pom(path: Path) -> ET.Element:
    """Parse a pom."""
    return ET.parse(path).getroot()


def test_the_package_has_the_version_of_the_root_pom() -> None:
    assert finestra.__version__ == pom(ROOT / "pom.xml").findtext(f"{POM}version")


def test_every_module_takes_its_version_from_the_root_pom() -> None:
    root = pom(ROOT / "pom.xml")
    modules = [module.text or "" for module in root.findall(f"{POM}modules/{POM}module")]
    assert "java/core" in modules
    for module in modules:
        child = pom(ROOT / module / "pom.xml")
        assert child.find(f"{POM}version") is None, module
        assert child.findtext(f"{POM}parent/{POM}version") == root.findtext(f"{POM}version"), module


@pytest.mark.parametrize(
    ("engine", "others"), [("spark", ("3.4.4", "4.4.0")), ("flink", ("1.19.3", "2.0.2", "2.4.0"))]
)
def test_an_extra_accepts_the_supported_versions_of_its_engine(
    engine: str, others: tuple[str, ...]
) -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(
        rf'^{engine} = \["[a-z-]+(?:\[connect\])?([^"\[]+)"\]$', project, re.MULTILINE
    )
    assert found is not None
    accepted = SpecifierSet(found[1])
    supported = [version for line in lines(engine) for version in line.versions]
    in_the_pom = pom(ROOT / "pom.xml").findtext(f"{POM}properties/{POM}{engine}.version") or ""
    assert in_the_pom.rpartition(".")[0] in supported
    for version in supported:
        assert accepted.contains(f"{version}.0"), version
        assert accepted.contains(f"{version}.9"), version
    for version in others:
        assert not accepted.contains(version), version
