"""Finestra on Flink: sliding windows over keyed streams, one insert per row.

>>> import finestra.flink
>>> finestra.flink.configure(env)
>>> (finestra.flink.keyed(ds, by="user")
...     .window(SlidingEventTimeWindows.of(Time.hours(1), Time.seconds(1)))
...     .aggregate("max", on="price")
...     .print())

Call :func:`configure` with the environment first, then :func:`keyed`. It returns a
:class:`FinestraKeyedStream`; ``window`` makes a :class:`FinestraWindowedStream` of it, with the
same options as in Java. Windows are Flink's own assigners, :class:`LastWindow` (one window per
row) or :class:`CountWindow`. In SQL and the Table API, ``LOAD MODULE finestra`` adds
``finestra_window``, ``finestra_agg`` and ``finestra_group_agg``.

Rows stay in the JVM: between a source and a sink of the JVM, no Python worker runs. Not supported:
streams without types, custom triggers and evictors.

Install the extra ``finestra[flink]`` into an environment of its own. This package never imports
:mod:`finestra.spark`.
"""

from finestra.flink.environments import configure
from finestra.flink.streams import Emit, FinestraKeyedStream, FinestraWindowedStream, keyed
from finestra.flink.windows import CountWindow, LastWindow

__all__ = [
    "CountWindow",
    "Emit",
    "FinestraKeyedStream",
    "FinestraWindowedStream",
    "LastWindow",
    "configure",
    "keyed",
]
