"""Finestra on Spark: one line switches it on, then its functions are there by name.

>>> import finestra.spark
>>> from finestra.spark import functions as W
>>> spark = finestra.spark.configure(SparkSession.builder).getOrCreate()
>>> trades.groupBy("user").agg(W.last("max", "price", "ts", "1 hour"))

:func:`configure` before the session is made; then :mod:`finestra.spark.functions`, or the same in
SQL: ``finestra_agg``, ``finestra_last``, ``finestra_rolling``, ``finestra_slides``.
:func:`sliding` has the windows of batches and of streams; Spark Connect has no streams of it.
:func:`register` gives one of them a name of one's own, in classic sessions.

Needs the extra ``finestra[spark]``, in an environment of its own, and never imports
:mod:`finestra.flink`.
"""

from finestra.spark import functions
from finestra.spark.registry import register
from finestra.spark.sessions import configure
from finestra.spark.sliding import sliding

__all__ = ["configure", "functions", "register", "sliding"]
