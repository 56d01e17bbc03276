"""The command line: each command's output, exit status, and error message for bad input."""

import json
import os
import re
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import finestra
from finestra.cli import Status, commands, demo_trips, jvm, tree

ROOT = Path(__file__).parents[2]


def run(*arguments: str, stdin: str = "", status: int = 0) -> str:
    """Run a command; return its output, or its error message if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "finestra", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == status, done.stderr
    if status == 0:
        return done.stdout
    said = [line for line in done.stderr.splitlines() if not line.endswith("building …")]
    assert len(said) == 1, done.stderr
    return done.stderr


def test_help_names_every_command_and_status() -> None:
    shown = run("--help")
    names = ["list", "replay", "show", "explain", "demo", "features", "bench", "doctor"]
    assert re.findall(r"^  ([a-z]+)  +[A-Z]", shown, re.MULTILINE) == names
    statuses = re.findall(r"^  (\d+)  +[A-Z]", shown, re.MULTILINE)
    assert statuses == [str(int(status)) for status in Status]
    assert list(jvm.statuses()) == list(Status)


@pytest.mark.parametrize("command", ["show", "demo", "bench", "bench paper", "bench spark"])
def test_help_of_a_command_says_what_it_does(command: str) -> None:
    shown = run(*command.split(), "--help")
    assert shown.startswith(f"Usage: finestra {command} ")
    assert "  --help" in shown or "-h, --help" in shown
    if command != "bench":
        assert "Example: finestra " in re.sub(r"\s+", " ", shown)


def test_a_missing_extra_is_named() -> None:
    program = """
        import sys
        sys.modules["rich"] = None
        from finestra.cli import main
        sys.exit(main(["doctor"]))
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 69
    assert done.stderr == ("finestra: the command line needs rich: pip install 'finestra[cli]'\n")


def test_the_launcher_and_the_module_are_one_program() -> None:
    done = subprocess.run([ROOT / "bin" / "finestra", "--help"], capture_output=True, text=True)
    assert done.stdout == run("--help")
    assert run("--version") == f"finestra {finestra.__version__}\n"


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_output_to_a_terminal_without_utf_8(encoding: str, tmp_path: Path) -> None:
    operations = tmp_path / "operations.txt"
    operations.write_text("bulk_insert " + " ".join(f"{t} 1" for t in range(40)))
    for command, shown in (("doctor", "finestra"), ("show", "39:1")):
        done = subprocess.run(
            [sys.executable, "-m", "finestra", command, *([operations] if shown == "39:1" else [])],
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        assert shown in done.stdout.decode(encoding)
        assert command == "doctor" or b"?" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        ([], 2, "missing command; see 'finestra --help'"),
        (["expl"], 2, "unknown command 'expl' (did you mean explain or replay?)"),
        (["bench", "x"], 2, "bench: no such command 'x'; see 'finestra bench --help'"),
        (["demo", "storm"], 2, "'storm' is not one of 'core', 'spark', 'flink', 'all'"),
        (["demo", "spark", "now"], 2, "unexpected extra argument (now)"),
        (["doctor", "--x"], 2, "doctor: no such option"),
        (["show", "/nowhere"], 2, "'/nowhere': No such file or directory"),
        (["show", "--svg", "a", "--json"], 2, "give one of them"),
        (["show", "--algorithm", "daba"], 2, "daba is not a tree; choose b_fiba4"),
        (
            ["show", "--algorithm", "auto"],
            2,
            "auto is at present daba, which is not a tree",
        ),
        (["explain"], 2, "Missing required option: '--size=DURATION'"),
        (["explain", "--size", "5"], 2, "'5' is not a duration; write a number and a unit"),
        (["explain", "--size", "1h", "--slide", "2h"], 2, "--slide is 7,200 s and --size 3,600 s"),
        (["explain", "--size", "1h", "--keys", "0"], 2, "'0' is not a number from 1 to 1e15"),
        (["explain", "--size", "1h", "--rate", "x"], 2, "'--rate': 'x' is not a number"),
        (["explain", "--size", "1h", "--aggregation", "mox"], 2, "'mox'"),
        (["explain", "--size", "1h", "--algorithm", "daba", "--disorder", "3"], 2, "these can: b_"),
        (["explain", "--size", "1h", "--algorithm", "subwindow(60)"], 2, "rounds or delays times"),
        (
            ["explain", "--size", "1h", "--algorithm", "reorder(daba,5)"],
            2,
            "rounds or delays times",
        ),
        (
            ["replay", "--algorithm", "fiba"],
            2,
            "replay: Missing required option: '--aggregation=NAME'",
        ),
    ],
)
def test_bad_input_is_reported_with_an_exit_status(
    arguments: list[str], status: int, sentence: str
) -> None:
    assert sentence in run(*arguments, status=status)


ANSWERS = [demo_trips.Answer("ann", 5, 1, 2.5, 3, 4.25), demo_trips.Answer("bob", 6, 1, 1, 1, 1)]


@pytest.mark.parametrize(
    ("failing", "flink", "status", "sentence"),
    [
        ("none", ANSWERS, 0, "Both engines gave the same results: .* at each of 2 times"),
        ("none", ANSWERS[:1], 1, "PySpark says .'bob', 6, .*, PyFlink no result for this trip"),
        (
            "none",
            [ANSWERS[1], ANSWERS[0]._replace(longest_1d=4.5)],
            1,
            r"PySpark says .*4\.25\), PyFlink .*4\.5\)\. Please report it",
        ),
        ("spark", ANSWERS, 1, "── flink"),
    ],
)
def test_demo_all_compares_the_results_of_the_engines(
    failing: str,
    flink: list[demo_trips.Answer],
    status: int,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from finestra.cli import engines

    ran: list[tuple[str, str]] = []

    def fake(command: list[Any], check: bool) -> subprocess.CompletedProcess[str]:
        python, _, _, _, part, *out = map(str, command)
        ran.append((python, part))
        if out:
            demo_trips.write(flink if part == "flink" else ANSWERS, Path(out[1]))
        return subprocess.CompletedProcess(command, int(part == failing))

    monkeypatch.setattr(engines, "python", lambda engine, _: Path(f"/{engine}/python"))
    monkeypatch.setattr(subprocess, "run", fake)
    assert commands.run(["demo", "all"]) == status
    assert ran == [
        (sys.executable, "core"),
        ("/spark/python", "spark"),
        ("/flink/python", "flink"),
    ]
    said = capsys.readouterr().out
    assert re.search(sentence, said)
    assert ("the same results" in said) == (status == 0)


def test_the_demos_table_has_each_riders_last_trip() -> None:
    late = ANSWERS[0]._replace(ended=4, trips_1h=9)
    lines = demo_trips.table([*ANSWERS, late]).splitlines()[2:]
    assert [line.split() for line in lines] == [
        ["ann", "1", "2.5", "3", "4.2"],
        ["bob", "1", "1.0", "1", "1.0"],
    ]


def test_warnings_of_an_engine_are_shown_only_if_its_demo_fails() -> None:
    program = """
        import os
        from finestra.cli.demo import _without_warnings
        with _without_warnings():
            os.system("echo warned >&2")
        try:
            with _without_warnings():
                os.system("echo why >&2")
                raise ValueError
        except ValueError:
            os.system("echo then >&2")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    assert done.stderr == "why\nthen\n"


def test_a_demo_without_its_engine_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from finestra.cli import UnavailableError, engines

    monkeypatch.setattr(engines, "is_checkout", lambda: False)
    monkeypatch.setattr(engines, "find_spec", lambda package: None)
    for part, engine in (("spark", "PySpark"), ("flink", "PyFlink"), ("all", "PySpark")):
        with pytest.raises(UnavailableError, match=f"needs {engine}: pip install 'finestra"):
            commands.run(["demo", part])


def test_doctor_prints_its_findings_as_json() -> None:
    report = json.loads(run("doctor", "--json"))
    states = {finding["what"]: finding["state"] for finding in report["findings"]}
    assert report["version"] == finestra.__version__
    assert states["java"] == states["core"] == states["py4j"] == "ok"
    for line in run("doctor").splitlines():
        if not line.startswith(" "):
            state, what = re.split(r" {2,}", line)[:2]
            assert states[what] == state


def test_doctor_finds_a_wrong_version_and_two_engines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from finestra.cli import doctor

    monkeypatch.setattr(doctor, "installed", lambda engine: "3.3.0")
    assert commands.run(["doctor"]) == 1
    said = capsys.readouterr().out
    assert re.search(
        r"wrong +spark +Finestra does not support Spark 3\.3\.0; it supports .*\n +pip install",
        said,
    )
    assert re.search(r"wrong +engines +Spark and Flink are in one environment", said)


OLD = """#!/bin/sh
[ "$1" != -version ] || { echo 'openjdk version "11.0.2" 2019-01-15' >&2; exit; }
echo 'java.lang.UnsupportedClassVersionError: dev/finestra/tools/cli/FinestraCommand' >&2
exit 1
"""


@pytest.mark.parametrize(
    ("arguments", "status"), [(["list"], 69), (["explain", "--size", "1h"], 69), (["show"], 69)]
)
def test_an_old_java_is_reported(
    arguments: list[str], status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    java = tmp_path / "java"
    java.write_text(OLD)
    java.chmod(0o755)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    said = run(*arguments, status=status)
    assert said.startswith("finestra: java is Java 11.0.2, and Finestra needs 17 or later: install")


def test_doctor_finds_an_old_java_and_no_compiler_and_no_maven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from finestra.cli import doctor

    assert doctor._build().state == "ok"
    java = tmp_path / "java"
    java.write_text(OLD)
    java.chmod(0o755)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert doctor._java().state == "wrong"
    assert "11.0.2 (java); Finestra needs 17 or later" in doctor._java().found
    found = doctor._build()
    assert (found.state, found.found[:23]) == ("absent", "mvn and javac not found")
    java.unlink()
    assert doctor._java().found == "java was not found"


def test_doctor_finds_a_wheel_without_its_jars(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from finestra.cli import doctor
    from finestra.core import jars

    for module in (doctor, jars):
        monkeypatch.setattr(module, "CHECKOUT", tmp_path)
    monkeypatch.setattr(doctor, "is_checkout", lambda: False)
    for look in (doctor._core, *doctor._jars):
        found = look()
        again = f"pip install --force-reinstall {jars.wheel()}"
        assert (found.state, found.mend) == ("wrong", again)
    assert doctor._build().state == "ok"


def test_doctor_looks_into_the_environments_of_a_checkout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from finestra.cli import doctor

    packages = tmp_path / ".venv" / "flink" / "lib" / "python3.11" / "site-packages"
    metadata = packages / "apache_flink-2.3.9.dist-info" / "METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text("Metadata-Version: 2.1\nName: apache-flink\nVersion: 2.3.9\n")
    monkeypatch.setattr(doctor, "CHECKOUT", tmp_path)
    monkeypatch.setattr(doctor, "installed", lambda engine: None)
    found = doctor._flink()
    assert (found.state, found.found) == ("ok", f"2.3.9 in {tmp_path / '.venv' / 'flink'}")
    assert doctor._spark().state == "absent"
    assert doctor._both().state == "ok"
    metadata.write_text("Metadata-Version: 2.1\nName: apache-flink\nVersion: 1.19.1\n")
    found = doctor._flink()
    assert found.state == "wrong"
    assert found.found.startswith(
        "Finestra does not support Flink 1.19.1; it supports Flink 1.20 and 2.1 to 2.3"
    )


def test_explain_counts_as_by_hand() -> None:
    figures = json.loads(
        run("explain", "--size", "1d", "--slide", "1s", "--rate", "10000", "--json")
    )
    assert figures["finestra"]["entries"] == pytest.approx(86_400)
    assert figures["engine"]["entries"] == pytest.approx(86_400)
    assert figures["engine"]["combines_per_event"] == 86_400
    assert (figures["algorithm"], figures["on_streams"]) == ("daba_lite", "b_fiba16")
    assert 0 < figures["finestra"]["combines_per_event"] < 4
    assert figures["finestra"]["bytes_per_entry"] < 60
    late = ["--disorder", "1000", "--keys", "10", "--json"]
    figures = json.loads(run("explain", "--size", "1h", "--rate", "10", *late))
    assert figures["algorithm"].startswith("b_fiba")
    assert figures["distance_in_key"] == 100
    assert figures["finestra"]["entries"] == 36_000
    assert figures["engine"]["combines_per_event"] == 3_600
    ordered = ["--slide", "1m", "--rate", "1000", "--aggregation", "last", "--json"]
    figures = json.loads(run("explain", "--size", "1h", *ordered))
    assert figures["finestra"]["entries"] == 3_600_000
    sparse = ["--slide", "1s", "--rate", "10000", "--keys", "1e6", "--disorder", "1000", "--json"]
    figures = json.loads(run("explain", "--size", "1d", *sparse))
    assert figures["results_per_s"] == pytest.approx(1e6, rel=0.01)
    assert figures["finestra"]["combines_per_event"] > 100
    figures = json.loads(run("explain", "--size", "1h", "--aggregation", "sum", "--json"))
    assert figures["algorithm"] == "subtract_on_evict"
    many = ["--rate", "10000", "--keys", "1e6", "--disorder", "1000"]
    shown = run("explain", "--size", "1d", "--slide", "1s", *many)
    assert "update 86,400 partial results" in shown
    assert "864,000,000 updates of state" in shown


def test_show_writes_a_picture_and_colours_only_a_terminal(tmp_path: Path) -> None:
    operations = tmp_path / "operations.txt"
    operations.write_text("bulk_insert 1 1 2 2 3 3 4 4\n")
    assert run("show", str(operations), "--svg", str(tmp_path / "tree.svg")) == ""
    ET.parse(tmp_path / "tree.svg")
    assert "\x1b" not in run("show", str(operations))
    assert "\x1b[" in tree.text(json.loads(run("show", "--json", str(operations))), True)
