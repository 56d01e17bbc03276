"""The jars hold what is written down, no more and no less."""

import sys
import zipfile
from pathlib import Path

import pytest

import finestra

sys.path.insert(0, str(Path(__file__).parent))
import contents

ROOT = Path(__file__).parents[2]
VERSION = finestra.__version__
JARS = [
    ROOT / "java" / "sketches" / "target" / f"finestra-standalone-{VERSION}.jar",
    ROOT / "java" / "spark" / "target" / f"finestra-spark-4_2.13-{VERSION}.jar",
    ROOT / "java" / "flink" / "target" / f"finestra-flink-2-{VERSION}.jar",
]


@pytest.mark.parametrize("jar", JARS, ids=lambda jar: jar.name)
def test_the_jar_holds_what_is_listed(jar: Path) -> None:
    if not jar.is_file() and "flink" in jar.name:
        pytest.skip(
            f"{jar.name} is built by make test-java; make package-test looks at the wheel's"
        )
    assert contents.differences(jar) == [], (
        f"left over from an older build: mvn clean; meant: python tests/packaging/contents.py {jar}"
    )


def test_a_file_too_much_and_one_too_few_are_seen(tmp_path: Path) -> None:
    jar = tmp_path / JARS[1].name
    listed = [line.replace("*", "a") for line in contents.listed(jar).read_text().splitlines()]
    with zipfile.ZipFile(jar, "w") as archive:
        for name in [*listed[1:], "org/other/A.class", "dev/finestra/spark/over/New.class"]:
            archive.writestr(name, "")
    assert contents.differences(jar) == ["+ org/other/*.class", f"- {listed[0]}"]


def test_no_list_is_left_over() -> None:
    assert {file.name for file in contents.LISTS.iterdir()} == {
        contents.listed(jar).name for jar in JARS
    }
