"""Finestra on Flink: windows of keyed streams, whatever their overlap.

>>> import finestra.flink
>>> finestra.flink.configure(env)
>>> (finestra.flink.keyed(ds, by="user")
...     .window(SlidingEventTimeWindows.of(Time.hours(1), Time.seconds(1)))
...     .aggregate("max", on="price")
...     .print())

:func:`configure` first, with the environment; then :func:`keyed`. The windows are Flink's own
assigners, or :class:`LastWindow` (each row its own last size) and :class:`CountWindow`. In SQL and
in the Table API, after ``LOAD MODULE finestra``, ``finestra_agg`` and ``finestra_window`` do it.

Rows stay in the JVM; no Python worker runs between a source and a sink of the JVM. Streams without
types are refused, as are triggers and evictors of one's own.

Needs the extra ``finestra[flink]``, in an environment of its own, and never imports
:mod:`finestra.spark`.
"""

from finestra.flink.environments import configure
from finestra.flink.spans import CountWindow, LastWindow
from finestra.flink.windows import Emit, Keyed, Windowed, keyed

__all__ = ["CountWindow", "Emit", "Keyed", "LastWindow", "Windowed", "configure", "keyed"]
