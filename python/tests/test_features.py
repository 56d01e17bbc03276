"""Declarations of features: texts, columns, and the errors for what is wrong."""

import pickle
import random
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import finestra
from finestra.declarations import lengths
from tests import feature_oracle

WINDOWS = """\
windows:
  1h: 1 hour
  1d: 1 day 12 hours
"""
CARDS = f"""\
by: [card, country]
time: ts
{WINDOWS}aggregates:
  n: count
  spent: [sum, amount]
"""


def test_a_file_and_a_call_are_the_same_declaration(tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    file.write_text(CARDS, encoding="utf-8")
    declared = finestra.features(
        by=["card", "country"],
        time="ts",
        windows={"1h": "60 minutes", "1d": timedelta(hours=36)},
        aggregates={"n": "count", "spent": ("sum", "amount")},
    )
    assert finestra.Features.read(file) == declared
    assert declared.columns == (
        *("card", "country", "ts"),
        *("n_1h", "n_1d", "spent_1h", "spent_1d"),
    )
    assert declared.input_columns == ("amount",)


@pytest.mark.parametrize("kind", ["rows", "changes", "slides", "sessions"])
def test_json_has_the_whole_declaration(kind: str) -> None:
    declared = feature_oracle.declaration(random.Random(), kind)
    assert finestra.Features.parse(declared.to_json()) == declared


@given(st.integers(min_value=1, max_value=10**15))
def test_a_length_as_text_is_the_same_length(micros: int) -> None:
    assert lengths.microseconds(lengths.as_text(micros)) == micros


def test_lengths() -> None:
    assert lengths.microseconds("2 weeks 1 day") == 15 * 86_400_000_000
    assert lengths.microseconds(" 90Minutes ") == 5_400_000_000
    assert lengths.as_text(5_400_000_000) == "90 minutes"
    assert lengths.as_text(86_400_000_000) == "1 day"


DAILY = "by: a\ntime: t\nwindows: {w: 1 day}\naggregates: {n: count}\n"
ERRORS = {
    "by: a\ntime: t\nwindow: {1h: 1 hour}": "line 3: there is no option 'window'; .* windows?",
    "by: [a, a]": "line 1: by has the column 'a' twice",
    "by: []": "line 1: by names no column",
    "time: t": "line 1: by is missing",
    "by: a\ntime: [t]": r"line 2: time is \['t'\]; it must be a text",
    "by: a\ntime: t\naggregates: {n: count}": "line 1: windows is missing",
    "by: a\ntime: t\nwindows:\n  1h: 1 hour\n  1d: 1 dag": "line 5: the window '1d' is '1 dag'",
    "by: a\ntime: t\nwindows: {1h: 0 hours}": "line 3: .* must be above zero",
    "by: a\ntime: t\nwindows: 1 hour": "line 3: windows is '1 hour'; it must be a map",
    "by: a\ntime: t\nsession: 1 hour\nslide: 1 minute": "line 4: a session has no slide",
    "by: a\ntime: t\nslide: 2 hours\nwindows: {1h: 1 hour}": "line 4: .*shorter than the slide",
    "by: a\ntime: t\nslide: 2 hours\nwindows:\n  a: 3 hours\n  b: 4 hours": "line 5: .*multiple",
    "by: a\ntime: t\nsession: 1 hour\naggregates:\n  n:": "line 5: the aggregate 'n' is None",
    "by: a\ntime: t\nsession: 1 hour\naggregates:\n  n: []": "line 5: the aggregate 'n' is ",
    "by: a\ntime: t\nsession: 1 hour\naggregates: {}": "line 4: aggregates is empty",
    "by: a\ntime: t\nsession: 1 hour\naggregates:\n  a: count": "line 4: .*column 'a' twice",
    "by: t\ntime: t\nwindows: {w: 1 day}\naggregates: {n: count}": "line 1: 't' is in by and",
    f"{DAILY}emit: always": "line 5: emit is 'always'; use on_watermark or changes",
    f"{DAILY}slide: 1 day\nemit: changes": "line 6: emit is 'changes', which does not fit slide",
    f"{DAILY}rate: 1 day": "line 5: rate is given, but emit is not changes",
    "by: a\nby: b": "line 2: 'by' stands here twice",
    "by: [a": "line 1: this is neither JSON nor YAML",
    "": "the declaration is empty",
    "by: a\x07": "this is neither JSON nor YAML",
    "by: &x [*x]": "the declaration contains itself",
    "{{x}}: 1": "line 1: a name must be a text",
    "by: null": "line 1: by is missing",
    "by: window\ntime: t\nsession: 1 hour\naggregates: {n: count}": "line 1: Spark needs the name",
    "by: a\ntime: t\nsession: 99999999999 weeks": "line 3: .* at most 100000000 days",
    '{"by": "a", "by": "b"}': "'by' stands twice",
    '{"by": "a",\n"time" 5}': "line 2: this is neither JSON nor YAML",
    "by: !!python/object:os.system {}": "line 1: by is {}",
}


@pytest.mark.parametrize("text", ERRORS)
def test_errors_name_the_line(text: str) -> None:
    with pytest.raises(ValueError, match=f"^cards.yaml(, |: ){ERRORS[text]}"):
        finestra.Features.parse(text, "cards.yaml")


def test_errors_of_a_call_name_the_option() -> None:
    with pytest.raises(ValueError, match=r"^the slide is 5; give a text such as '1 hour'"):
        finestra.features(by="a", time="t", windows={"w": "1 day"}, slide=5, aggregates={})  # type: ignore[arg-type]


def test_a_declaration_can_be_pickled_and_hashed() -> None:
    declared = feature_oracle.declaration(random.Random(), "rows")
    assert pickle.loads(pickle.dumps(declared)) == declared
    assert len({declared, pickle.loads(pickle.dumps(declared))}) == 1


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    file.write_bytes(b"by: \xff")
    with pytest.raises(ValueError, match=r"cards\.yaml: the file is no UTF-8"):
        finestra.Features.read(file)


def test_the_command_lists_columns_and_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    command = [sys.executable, "-m", "finestra", "features", "check", str(file)]
    file.write_text(CARDS.replace("[sum,", "[mine,"), encoding="utf-8")
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        *("card", "country", "ts"),
        *("n_1h", "n_1d", "spent_1h", "spent_1d"),
    ]
    assert done.stdout.count("not in the catalog") == 2
    file.write_text(CARDS.replace("1 hour", "1 hoor"), encoding="utf-8")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "cards.yaml, line 4: the window '1h'" in done.stderr


def test_the_command_estimates_the_rows_of_the_longest_window(tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    command = [sys.executable, "-m", "finestra", "features", "explain", str(file), "--keys=10"]
    for text, entries in ((CARDS, "12,960"), (f"{CARDS}slide: 1 hour\n", "36")):
        file.write_text(text, encoding="utf-8")
        done = subprocess.run([*command, "--rate=1"], capture_output=True, text=True, check=True)
        head, first, *_ = done.stdout.splitlines()
        assert head == "4 features of a key share one structure."
        assert first.split() == ["entries", "of", "a", "key", entries]
    for text, rate, sentence in (
        (CARDS.replace("sum", "mine"), "1", "Unknown aggregation 'mine'"),
        (CARDS, "soon", "'--rate': 'soon' is not a number"),
        (CARDS.replace(WINDOWS, "session: 1 hour\n"), "1", "sessions have no size"),
    ):
        file.write_text(text, encoding="utf-8")
        arguments = [*command, f"--rate={rate}"]
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert sentence in done.stderr
