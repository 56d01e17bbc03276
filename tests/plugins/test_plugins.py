"""Finestra beside Delta Lake, Apache Iceberg and Apache DataFusion Comet in one session.

``make plugins-test`` fetches their jars into ``target/plugins`` and runs this on Spark 3.5.
"""

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

JARS = Path(__file__).parents[2] / "target" / "plugins"

PROGRAM = """
import json, re, sys
from pathlib import Path
import finestra.spark
from pyspark.sql import SparkSession

jars, folder = sys.argv[1:]
builder = SparkSession.builder.master("local[2]")
for key, value in {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.jars": ",".join(map(str, Path(jars).glob("*.jar"))),
    "spark.driver.extraClassPath": ":".join(map(str, Path(jars).glob("comet*.jar"))),
    "spark.plugins": "org.apache.spark.CometPlugin",
    "spark.shuffle.manager":
        "org.apache.spark.sql.comet.execution.shuffle.CometShuffleManager",
    "spark.comet.exec.shuffle.enabled": "true",
    "spark.memory.offHeap.enabled": "true",
    "spark.memory.offHeap.size": "1g",
    "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension,"
        "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
    "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    "spark.sql.catalog.ice": "org.apache.iceberg.spark.SparkCatalog",
    "spark.sql.catalog.ice.type": "hadoop",
    "spark.sql.catalog.ice.warehouse": f"{folder}/ice",
    "spark.sql.warehouse.dir": f"{folder}/warehouse",
}.items():
    builder.config(key, value)
spark = finestra.spark.configure(builder).getOrCreate()
rows = spark.range(3000).selectExpr(
    "id % 5 AS k", "id AS v", "timestamp_seconds(1700000000 + id * 10) AS ts"
)
rows.write.parquet(f"{folder}/parquet")
rows.write.format("delta").saveAsTable("delta_table")
rows.writeTo("ice.db.t").create()
OVER = "OVER (PARTITION BY k ORDER BY v ROWS BETWEEN 99 PRECEDING AND CURRENT ROW)"
QUERIES = (
    f"SELECT k, v, sum(v) {OVER} AS a FROM {{table}}",
    f"SELECT /*+ finestra('b_fiba8') */ k, v, max(v) {OVER} AS a FROM {{table}}",
    "SELECT k, window.start AS w, count(*) AS n, sum(v) AS s FROM {table} "
    "GROUP BY k, window(ts, '10 minutes', '1 minute')",
)


def run(query, enabled):
    for operator in ("over", "slide"):
        spark.conf.set(f"spark.finestra.{operator}.enabled", enabled)
    df = spark.sql(query)
    answers = sorted(map(str, df.collect()))
    plan = df._jdf.queryExecution().executedPlan().toString()
    names = re.findall(r"\\b(?:Comet\\w+|Finestra\\w+|Window|Expand)\\b", plan)
    return answers, sorted(set(names))


found = []
for table in (f"parquet.`{folder}/parquet`", "delta_table", "ice.db.t"):
    for query in QUERIES:
        ours, ours_plan = run(query.format(table=table), "true")
        theirs, theirs_plan = run(query.format(table=table), "false")
        found.append([query, table, len(ours), ours == theirs, ours_plan, theirs_plan])
# Iceberg looks for its own parser in the session.
spark.sql(
    "CALL ice.system.rewrite_data_files(table => 'db.t', strategy => 'sort', "
    "sort_order => 'v DESC', options => map('rewrite-all', 'true'))"
).collect()
print(json.dumps(found))
spark.stop()
"""


@pytest.mark.skipif(not JARS.is_dir(), reason="make plugins-test fetches the jars")
def test_answers_are_equal_and_no_other_operator_changes(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM), str(JARS), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert len(found) == 9
    for query, table, count, equal, ours, theirs in found:
        what = f"{query} on {table}: {ours}, without Finestra {theirs}"
        assert equal, what
        assert count > 2000, what
        assert {"FinestraWindow", "FinestraSlide"} & set(ours), what
        assert {"Window", "Expand"} & set(theirs), what
        # Whatever Comet runs otherwise, it still runs.
        assert {each for each in theirs if each.startswith("Comet")} <= set(ours), what
    assert any("CometScan" in ours for *_, ours, _ in found)
