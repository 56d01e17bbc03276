"""Marks for tests of what only some versions of Flink have."""

import pytest

from finestra.core.lines import installed

FLINK = tuple(int(part) for part in (installed("flink") or "0.0").split(".")[:2])

#: Flink 1.20 has no process table functions, and Flink before 2.3 loses their results.
HAS_WINDOW_FUNCTION = FLINK >= (2, 3)

window_function = pytest.mark.skipif(
    not HAS_WINDOW_FUNCTION, reason="finestra_window needs Flink 2.3 or later"
)

#: On Flink 1.20, Flink's own operators run all windows of SQL.
planned = pytest.mark.skipif(FLINK < (2, 1), reason="Finestra's operators in SQL need Flink 2.1")
