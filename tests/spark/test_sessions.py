"""One line switches Finestra on, in classic and Connect; each session in a process of its own."""

import subprocess
import sys
import textwrap

import pytest

import finestra


def run(program: str) -> str:
    """Run a program with this environment's Python; answer the lines that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("where", ['master("local[2]")', 'remote("local[2]")'])
def test_a_configured_session_answers_the_version(where: str) -> None:
    version = run(f"""
        import finestra.spark
        from pyspark.sql import SparkSession, functions as F
        builder = SparkSession.builder.{where}.config("spark.ui.enabled", "false")
        spark = finestra.spark.configure(builder).getOrCreate()
        by_name = spark.range(1).select(F.call_function("finestra_version")).head()[0]
        assert spark.sql("SELECT finestra_version()").head()[0] == by_name
        print(by_name)
        spark.stop()
    """)
    assert version == finestra.__version__


def test_the_jar_alone_is_enough() -> None:
    version = run("""
        import finestra
        from pyspark.sql import SparkSession
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        spark = builder.config("spark.jars", str(finestra.jar("spark"))).getOrCreate()
        print(spark.sql("SELECT finestra_version()").head()[0])
        spark.stop()
    """)
    assert version == finestra.__version__


def test_what_is_set_already_stays() -> None:
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


def test_a_running_session_is_refused() -> None:
    printed = run("""
        import finestra.spark
        from pyspark.sql import SparkSession
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        spark = builder.getOrCreate()
        try:
            finestra.spark.configure(SparkSession.builder)
        except RuntimeError as refused:
            print(refused)
        spark.stop()
    """)
    assert "a Spark session is running already" in printed
    assert "before the first getOrCreate()" in printed


def test_a_server_elsewhere_is_refused() -> None:
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
