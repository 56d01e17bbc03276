"""Marks for tests of what only some versions of Spark have."""

import pytest

from finestra.core.lines import installed

#: Spark 4.0 has other classes for the operators of streams, so Finestra rejects a stream there.
HAS_STREAMS = not str(installed("spark")).startswith("4.0.")

streams = pytest.mark.skipif(not HAS_STREAMS, reason="streams need Spark 4.1 or later")
