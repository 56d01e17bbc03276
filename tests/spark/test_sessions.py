"""Settings that a session needs for Finestra, and settings that are rejected."""

import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.spark.versions import NEEDS_EXTENSIONS

import finestra

Run = Callable[[str], str]


def test_the_jar_alone_is_enough_and_a_running_session_is_refused(run: Run) -> None:
    version, refused = run(f"""
        import finestra.spark
        from pyspark.sql import SparkSession
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        if {NEEDS_EXTENSIONS}:
            builder.config("spark.sql.extensions", "dev.finestra.spark.FinestraExtensions")
        spark = builder.config("spark.jars", str(finestra.jar("spark"))).getOrCreate()
        print(spark.sql("SELECT finestra_version()").head()[0])
        try:
            finestra.spark.configure(SparkSession.builder)
        except RuntimeError as refused:
            print(refused)
        spark.stop()
    """).splitlines()
    assert version == finestra.__version__
    assert "A Spark session is already running" in refused
    assert "before the first getOrCreate()" in refused


def test_existing_options_of_the_builder_are_kept(run: Run) -> None:
    printed = run("""
        import finestra.spark
        from pyspark.sql import SparkSession
        builder = SparkSession.builder.config("spark.jars", "/a.jar")
        builder = builder.config("spark.sql.extensions", "a.Extension")
        finestra.spark.configure(finestra.spark.configure(builder))
        print(builder._options["spark.jars"], builder._options["spark.sql.extensions"])
    """)
    assert printed == (
        f"/a.jar,{finestra.jar('spark')} a.Extension,dev.finestra.spark.FinestraExtensions"
    )


def test_options_of_spark_defaults_are_kept(run: Run) -> None:
    printed = run("""
        import os, pathlib, tempfile
        import finestra.spark
        from pyspark.sql import SparkSession
        with tempfile.TemporaryDirectory() as folder:
            os.environ["SPARK_CONF_DIR"] = folder
            pathlib.Path(folder, "spark-defaults.conf").write_text(
                "# ours\\nspark.jars\\t/a.jar,\\\\\\n  /b.jar\\nspark.sql.extensions=a.Extension\\n"
            )
            builder = SparkSession.builder
            finestra.spark.configure(builder)
        print(builder._options["spark.jars"], builder._options["spark.sql.extensions"])
    """)
    assert printed == (
        f"/a.jar,/b.jar,{finestra.jar('spark')} a.Extension,dev.finestra.spark.FinestraExtensions"
    )


def test_options_of_pyspark_submit_args_are_kept(run: Run) -> None:
    printed = run("""
        import os
        os.environ["PYSPARK_SUBMIT_ARGS"] = (
            "--jars /a.jar --conf spark.sql.extensions=a.Extension pyspark-shell"
        )
        import finestra.spark
        from pyspark.sql import SparkSession
        builder = SparkSession.builder
        finestra.spark.configure(builder)
        print(builder._options["spark.jars"], builder._options["spark.sql.extensions"])
        print(os.environ["PYSPARK_SUBMIT_ARGS"])
    """)
    jars = f"/a.jar,{finestra.jar('spark')}"
    assert printed == (
        f"{jars} a.Extension,dev.finestra.spark.FinestraExtensions\n"
        f"--jars {jars} --conf spark.sql.extensions=a.Extension pyspark-shell"
    )


def test_the_builders_jars_and_those_of_the_variable_are_kept(run: Run) -> None:
    printed = run("""
        import os
        os.environ["PYSPARK_SUBMIT_ARGS"] = "--jars /a.jar pyspark-shell"
        import finestra.spark
        from pyspark.sql import SparkSession
        builder = SparkSession.builder.config("spark.jars", "/b.jar")
        finestra.spark.configure(builder)
        print(builder._options["spark.jars"])
        print(os.environ["PYSPARK_SUBMIT_ARGS"])
    """)
    ours = finestra.jar("spark")
    assert printed == f"/b.jar,{ours}\n--jars /a.jar,/b.jar,{ours} pyspark-shell"


@pytest.mark.check
def test_a_submitted_program_keeps_its_jars(tmp_path: Path) -> None:
    job = tmp_path / "job.py"
    job.write_text(
        textwrap.dedent("""
            import finestra.spark
            from pyspark.sql import SparkSession
            spark = finestra.spark.configure(SparkSession.builder).getOrCreate()
            over = "sum(id) OVER (ORDER BY id ROWS BETWEEN 99 PRECEDING AND CURRENT ROW)"
            plan = spark.range(9).selectExpr(over)._jdf.queryExecution().executedPlan().toString()
            print(spark.sparkContext.getConf().get("spark.jars"))
            print("FinestraWindow" in plan)
            spark.stop()
        """)
    )
    other = tmp_path / "other.jar"
    with zipfile.ZipFile(other, "w"):
        pass
    submit = Path(sys.executable).with_name("spark-submit")
    done = subprocess.run(
        [submit, "--master", "local[1]", "--jars", other, job],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    jars, planned = done.stdout.splitlines()[-2:]
    assert jars.endswith(f"other.jar,{finestra.jar('spark')}")
    assert planned == "True"


def test_a_remote_server_is_refused(run: Run) -> None:
    printed = run("""
        import finestra.spark
        from pyspark.sql import SparkSession
        try:
            finestra.spark.configure(SparkSession.builder.remote("sc://far:15002"))
        except RuntimeError as refused:
            print(refused)
    """)
    assert "sc://far:15002" in printed
    assert "--conf spark.sql.extensions=dev.finestra.spark.FinestraExtensions" in printed


@pytest.mark.check
def test_a_session_without_the_jar_is_refused_until_it_is_configured_anew(run: Run) -> None:
    refused, rows, other = run("""
        import finestra.spark
        from finestra.core import handshake
        from pyspark.sql import SparkSession
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        windows = {"time": "id", "size": 9, "aggregates": {"top": ("max", "id")}}
        spark = builder.getOrCreate()
        try:
            finestra.spark.register(spark, "m", aggregation="max", size="1 hour")
        except RuntimeError as failed:
            print(failed)
        spark.stop()
        spark = finestra.spark.configure(builder).getOrCreate()
        print(finestra.spark.sliding(spark.range(7), **windows).count())
        handshake.finestra_version = lambda: "9.9.9"
        try:
            finestra.spark.sliding(spark.range(7), **windows)
        except RuntimeError as failed:
            print(failed)
        spark.stop()
    """).splitlines()
    assert "Finestra's jar is missing in Spark's JVM; call finestra.spark.configure" in refused
    assert rows == "7"
    assert "the package is finestra 9.9.9" in other
    assert f"the jar in Spark's JVM is {finestra.__version__}" in other
