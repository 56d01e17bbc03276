"""Runs the compiled tests of ``java/spark`` with the shipped jar on other versions of Spark.

Spark's jars are those of the versions that ``make lines`` has installed.

    python tests/lines/java_tests.py 4.0.2 4.1.1
"""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "python")]
from finestra.core.jars import jar  # noqa: E402

#: As Maven's: what Spark needs on JDK 17.
POM = ROOT / "java" / "spark-parent" / "pom.xml"
CONSOLE = ROOT / "java" / "spark" / "target" / "console"
NAMES = {"m": "http://maven.apache.org/POM/4.0.0"}


def options() -> list[str]:
    """The options of the JVM in which Maven runs the tests."""
    return (ElementTree.parse(POM).findtext("m:properties/m:surefire.argLine", "", NAMES)).split()


def run(version: str) -> int:
    """Run all tests; returns the exit code."""
    (spark,) = ROOT.glob(f".venv/spark-{version}/lib/python*/site-packages/pyspark/jars")
    classes = ROOT / "java" / "spark" / "target" / "test-classes"
    path = [classes, jar("spark", version), ROOT / "java" / "testing" / "target" / "classes"]
    path += [*CONSOLE.glob("*.jar"), spark / "*"]
    command = ["java", *options(), f"-Dfinestra.tier={os.environ.get('TIER', 'short')}"]
    command += ["-cp", ":".join(map(str, path)), "org.junit.platform.console.ConsoleLauncher"]
    command += ["execute", f"--scan-classpath={classes}", "--include-classname=.*Test"]
    command += ["--disable-banner", "--details=summary", "--fail-if-no-tests"]
    print(f"Spark {version}", flush=True)
    # The tests write to the folder target, as under Maven.
    return subprocess.run(command, cwd=classes.parents[1], check=False).returncode


if __name__ == "__main__":
    failed = [version for version in sys.argv[1:] if run(version) != 0]
    sys.exit(f"Tests failed on Spark {', '.join(failed)}." if failed else 0)
