"""What a session needs to have Finestra, and what is refused because it would be ignored."""

from collections.abc import Callable

import finestra

Run = Callable[[str], str]


def test_the_jar_alone_is_enough_and_a_running_session_is_refused(run: Run) -> None:
    version, refused = run("""
        import finestra.spark
        from pyspark.sql import SparkSession
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        spark = builder.config("spark.jars", str(finestra.jar("spark"))).getOrCreate()
        print(spark.sql("SELECT finestra_version()").head()[0])
        try:
            finestra.spark.configure(SparkSession.builder)
        except RuntimeError as refused:
            print(refused)
        spark.stop()
    """).splitlines()
    assert version == finestra.__version__
    assert "a Spark session is running already" in refused
    assert "before the first getOrCreate()" in refused


def test_what_is_set_already_stays(run: Run) -> None:
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


def test_what_the_file_of_defaults_sets_stays(run: Run) -> None:
    printed = run("""
        import os, pathlib, tempfile
        import finestra.spark
        from pyspark.sql import SparkSession
        with tempfile.TemporaryDirectory() as folder:
            os.environ["SPARK_CONF_DIR"] = folder
            pathlib.Path(folder, "spark-defaults.conf").write_text(
                "# ours\\nspark.jars  /a.jar,/b.jar\\nspark.sql.extensions=a.Extension\\n"
            )
            builder = SparkSession.builder
            finestra.spark.configure(builder)
        print(builder._options["spark.jars"], builder._options["spark.sql.extensions"])
    """)
    assert printed == (
        f"/a.jar,/b.jar,{finestra.jar('spark')} a.Extension,dev.finestra.spark.FinestraExtensions"
    )


def test_a_server_elsewhere_is_refused(run: Run) -> None:
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
    assert "Spark's JVM has not got Finestra's jar; call finestra.spark.configure" in refused
    assert rows == "7"
    assert "the package is finestra 9.9.9" in other
    assert f"the jar in Spark's JVM is {finestra.__version__}" in other
