"""Marks for tests of what only some versions of Flink have."""

import pytest

from finestra.core.lines import installed

FLINK = tuple(int(part) for part in (installed("flink") or "0.0").split(".")[:2])

#: Flink 1.20 has no process table functions.
window_function = pytest.mark.skipif(FLINK < (2, 1), reason="finestra_window needs Flink 2.1")

#: Flink before 2.3 loses results of process table functions.
HAS_FUNCTION_ALONE = FLINK >= (2, 3)

window_function_alone = pytest.mark.skipif(
    not HAS_FUNCTION_ALONE, reason="without the planner, finestra_window needs Flink 2.3"
)

#: On Flink 1.20, Flink's own operators run all windows of SQL.
planned = pytest.mark.skipif(FLINK < (2, 1), reason="Finestra's operators in SQL need Flink 2.1")
