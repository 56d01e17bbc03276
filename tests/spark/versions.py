"""Marks for tests of what only some versions of Spark have."""

import pytest

from finestra.core.lines import installed

SPARK = tuple(int(part) for part in (installed("spark") or "0.0").split(".")[:2])

#: Spark 3.5 has no transformWithState.
HAS_STREAMS = SPARK >= (4, 0)

#: PySpark 3.5 loads only the extensions that spark.sql.extensions names.
NEEDS_EXTENSIONS = SPARK < (4, 0)

streams = pytest.mark.skipif(not HAS_STREAMS, reason="streams need Spark 4.0 or later")
