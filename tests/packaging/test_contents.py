"""Each jar contains what its list names, no more and no less."""

import sys
import zipfile
from pathlib import Path

import pytest

import finestra
from finestra.core.lines import LINES

sys.path.insert(0, str(Path(__file__).parent))
import contents

ROOT = Path(__file__).parents[2]
VERSION = finestra.__version__
JARS = [
    ROOT / "java" / module / "target" / f"{artifact}-{VERSION}.jar"
    for module, artifact in [
        ("tools", "finestra-standalone"),
        *((line.module, line.artifact) for lines in LINES.values() for line in lines),
    ]
]


@pytest.mark.parametrize("jar", JARS, ids=lambda jar: jar.name)
def test_a_jar_contains_what_its_list_names(jar: Path) -> None:
    if not jar.is_file() and "flink" in jar.name:
        pytest.skip(
            f"{jar.name} is not built here; make package-test looks at the one in the wheel"
        )
    assert contents.differences(jar) == [], (
        f"If an older build left files behind, run mvn clean. If the change is intended, run "
        f"python tests/packaging/contents.py {jar}"
    )


def test_an_extra_file_and_a_missing_file_are_reported(tmp_path: Path) -> None:
    jar = tmp_path / JARS[1].name
    lines = contents.listed(jar).read_text().splitlines()
    listed = [line.replace("*", "a") for line in lines if not line.startswith("? ")]
    with zipfile.ZipFile(jar, "w") as archive:
        for name in [
            *listed[1:],
            "org/other/A.class",
            "dev/finestra/spark/internal/over/New.class",
        ]:
            archive.writestr(name, "")
    assert contents.differences(jar) == ["+ org/other/*.class", f"- {listed[0]}"]


def test_every_list_has_its_jar() -> None:
    assert {file.name for file in contents.LISTS.iterdir()} == {
        contents.listed(jar).name for jar in JARS
    }
