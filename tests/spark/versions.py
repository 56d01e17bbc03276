"""Marks for tests of what only some versions of Spark have."""

from pathlib import Path

import pyspark
import pytest

from finestra.core.lines import installed

SPARK = tuple(int(part) for part in (installed("spark") or "0.0").split(".")[:2])

#: PySpark 3.5 loads only the extensions that spark.sql.extensions names.
NEEDS_EXTENSIONS = SPARK < (4, 0)

#: PySpark 3.5 comes without the server of Spark Connect; `make lines` adds it where Maven has it.
HAS_CONNECT = any(Path(pyspark.__file__).with_name("jars").glob("spark-connect_*"))

connect = pytest.mark.skipif(not HAS_CONNECT, reason="this PySpark has no server of Spark Connect")
