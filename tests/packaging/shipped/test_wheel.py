"""The wheel is equal from tree and sdist, and works in clean environments."""

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import textwrap
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples"

sys.path.insert(0, str(Path(__file__).parents[1]))
import contents  # noqa: E402 (next to the tests, in no package)


def run(
    *command: str | Path, cwd: Path, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command outside the checkout."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        input=stdin,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )


def build(tree: Path, to: Path, *targets: str) -> None:
    """Build the sdist, the wheel, or both, of a tree."""
    options = [part for target in targets for part in ("-t", target)]
    done = run(Path(sys.executable).with_name("hatchling"), "build", *options, "-d", to, cwd=tree)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel of the tree."""
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder, "sdist", "wheel")
    return folder


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    """The wheel of the tree."""
    (file,) = dist.glob("*.whl")
    return file


def environment(folder: Path, *install: str) -> Path:
    """A clean environment with a wheel; returns its bin folder."""
    venv.create(folder, with_pip=True)
    pip = folder / "bin" / "pip"
    done = run(pip, "install", "--quiet", "--disable-pip-version-check", *install, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "bin"


@pytest.fixture(scope="session")
def plain(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin of an environment with the wheel alone."""
    return environment(tmp_path_factory.mktemp("plain"), f"{wheel}[cli]")


def test_the_wheel_of_the_sdist_is_that_of_the_tree(
    dist: Path, wheel: Path, tmp_path: Path
) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    again = tmp_path / "again"
    build(tree, again, "wheel")
    (other,) = again.glob("*.whl")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(other) as two:
        sums = [{i.filename: i.CRC for i in both.infolist()} for both in (one, two)]
    assert sums[0] == sums[1]
    assert digest(wheel) == digest(other)


def digest(file: Path) -> str:
    """A file's SHA-256."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_wheel_is_pure_and_its_jars_contain_what_is_listed(wheel: Path, tmp_path: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        jars = [name for name in archive.namelist() if name.endswith(".jar")]
        assert len(jars) == 6
        for name in jars:
            file = tmp_path / Path(name).name
            file.write_bytes(archive.read(name))
            assert contents.differences(file) == []


def test_the_command_line_works_from_the_wheel_alone(plain: Path, tmp_path: Path) -> None:
    finestra = plain / "finestra"
    listed = run(finestra, "list", "--json", cwd=tmp_path)
    assert listed.returncode == 0, listed.stderr
    assert any(one["name"] == "quantile" for one in json.loads(listed.stdout)["aggregations"])
    operations = "insert 1 2\ninsert 2 8\nquery\n"
    for aggregation in ("hll(12)", "theta", "frequent_items(64)", "bloom(100)", "quantile(0.5)"):
        replay = ("replay", "--algorithm", "fiba", "--aggregation", aggregation)
        kind = "double" if aggregation.startswith("quantile") else "long"
        done = run(finestra, *replay, "--type", kind, cwd=tmp_path, stdin=operations)
        assert (done.returncode, done.stderr) == (0, ""), aggregation
    shown = run(plain / "python", "-m", "finestra", "show", cwd=tmp_path, stdin=operations)
    assert "1:2  2:8" in shown.stdout
    bench = run(finestra, "bench", "core", cwd=tmp_path)
    assert (bench.returncode, "not in the wheel" in bench.stderr) == (69, True)


def test_doctor_finds_the_jars_and_reports_missing_parts(plain: Path, tmp_path: Path) -> None:
    done = run(plain / "finestra", "doctor", "--json", cwd=tmp_path)
    states = {one["what"]: one["state"] for one in json.loads(done.stdout)["findings"]}
    assert done.returncode == 0
    jars = [state for what, state in states.items() if what.startswith("jar for ")]
    assert (states["core"], jars) == ("ok", 5 * ["ok"])
    assert states["py4j"] == states["spark"] == states["flink"] == "absent"
    window = run(plain / "python", "-c", "import finestra; finestra.Window()", cwd=tmp_path)
    assert "pip install 'finestra[window]'" in window.stderr


def test_windows_work_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "venv", f"{wheel}[window]") / "python"
    program = """
        import finestra
        with finestra.Window("fiba", "quantile(0.5)", "double") as window:
            window.bulk_insert(range(101), range(101))
            print(window.query())
    """
    done = run(python, "-c", textwrap.dedent(program), cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("50.0\n", "")


@pytest.fixture(scope="session")
def spark(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and PySpark."""
    return environment(tmp_path_factory.mktemp("spark"), f"{wheel}[spark]") / "python"


@pytest.fixture(scope="session")
def flink(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and PyFlink."""
    return environment(tmp_path_factory.mktemp("flink"), f"{wheel}[flink]") / "python"


def statements(file: str) -> list[str]:
    """The statements of an example in SQL."""
    lines = (EXAMPLES / file).read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("--"))
    return [statement for statement in text.split(";") if statement.strip()]


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("spark/*.py")), ids=lambda path: path.name)
def test_an_example_for_spark_runs_from_the_wheel(
    spark: Path, example: Path, tmp_path: Path
) -> None:
    done = run(spark, example, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert sum(done.stdout.count(f"|user {i}|") for i in (0, 1)) == 10, done.stdout


def test_the_sql_example_for_spark_runs_from_the_wheel(spark: Path, tmp_path: Path) -> None:
    program = f"""
        import finestra.spark
        from pyspark.sql import SparkSession
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        spark = finestra.spark.configure(builder).getOrCreate()
        print([len(spark.sql(each).collect()) for each in {statements("spark/windows.sql")!r}])
    """
    done = run(spark, "-c", textwrap.dedent(program), cwd=tmp_path)
    assert done.stdout == "[0, 5, 5, 2, 5, 5, 5]\n", done.stderr


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("flink/*.py")), ids=lambda path: path.name)
def test_an_example_for_flink_runs_from_the_wheel(
    flink: Path, example: Path, tmp_path: Path
) -> None:
    done = run(flink, example, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"\+I(\[| \| +)(ann|c1)\b", done.stdout), done.stdout


def test_the_sql_example_for_flink_runs_from_the_wheel(flink: Path, tmp_path: Path) -> None:
    program = f"""
        import finestra.flink
        from pyflink.table import EnvironmentSettings, TableEnvironment
        tables = finestra.flink.configure(
            TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
        )
        tables.get_config().set("table.local-time-zone", "UTC")
        tables.get_config().set("parallelism.default", "1")
        counts = []
        for each in {statements("flink/windows.sql")!r}:
            if each.strip().startswith("SELECT"):
                with tables.execute_sql(f"SELECT COUNT(*) FROM ({{each}})").collect() as rows:
                    counts.append([row[0] for row in rows][-1])
            else:
                tables.execute_sql(each)
        print(counts)
    """
    done = run(flink, "-c", textwrap.dedent(program), cwd=tmp_path)
    assert "[117, 300, 3, 299]\n" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("engine", "shown"), [("spark", "|user 0|"), ("flink", "windows are full")]
)
def test_a_notebook_runs_from_the_wheel(
    engine: str, shown: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    python: Path = request.getfixturevalue(engine)
    notebook = EXAMPLES / engine / "notebook.ipynb"
    done = run(python, ROOT / "tests" / "notebook.py", notebook, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


def test_the_fraud_features_of_both_engines_are_the_same_from_the_wheel(
    spark: Path, flink: Path, tmp_path: Path
) -> None:
    fraud = EXAMPLES / "fraud"
    for python, program, files in (
        (spark, "payments.py", ["payments.csv"]),
        (spark, "spark_features.py", ["payments.csv", "spark.csv"]),
        (flink, "flink_features.py", ["payments.csv", "flink.csv"]),
    ):
        done = run(python, fraud / program, *(tmp_path / file for file in files), cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    rows = (tmp_path / "spark.csv").read_text().splitlines()
    assert len(rows) == 1_000
    assert rows == (tmp_path / "flink.csv").read_text().splitlines()


def test_an_own_aggregation_runs_with_the_wheels_jar(wheel: Path, tmp_path: Path) -> None:
    core = EXAMPLES / "core"
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if "finestra-standalone" in each)
        jar = archive.extract(name, tmp_path)
    done = run("javac", "-cp", jar, "-d", tmp_path, *sorted(core.glob("*.java")), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    path = os.pathsep.join(map(str, (jar, tmp_path, core)))
    done = run("java", "-cp", path, "OwnAggregation", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "6\n30\n6\n"), done.stderr
