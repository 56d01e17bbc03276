"""Finestra on Spark: one line switches it on; its functions are then available by name.

>>> import finestra.spark
>>> from finestra.spark import functions as W
>>> spark = finestra.spark.configure(SparkSession.builder).getOrCreate()
>>> trades.groupBy("user").agg(W.last("max", "price", "ts", "1 hour"))

- :func:`configure`: call it before the session starts.
- :mod:`finestra.spark.functions`: the functions of SQL as columns: ``finestra_agg``,
  ``finestra_last``, ``finestra_rolling``, ``finestra_slides``.
- :func:`sliding`: windows over batches and streams.
- :func:`register`: your own name for a windowed aggregate, in classic sessions only.

The extra ``finestra[spark]`` needs an environment without the one of Flink.
"""

from finestra.spark import functions
from finestra.spark.registry import register
from finestra.spark.sessions import configure
from finestra.spark.sliding import sliding

__all__ = ["configure", "functions", "register", "sliding"]
