"""There is one version, in the root pom.xml."""

import xml.etree.ElementTree as ET
from pathlib import Path

import finestra

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


def test_the_engines_versions_are_those_of_the_root_pom() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    properties = pom(ROOT / "pom.xml").find(f"{POM}properties")
    assert properties is not None
    assert f'"pyspark[connect]=={properties.findtext(f"{POM}spark.version")}"' in project
    assert f'"apache-flink=={properties.findtext(f"{POM}flink.version")}"' in project
