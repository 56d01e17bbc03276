"""Finestra on Spark: one line switches it on, then its functions are there by name.

>>> import finestra.spark
>>> from pyspark.sql import SparkSession
>>> spark = finestra.spark.configure(SparkSession.builder).getOrCreate()
>>> spark.sql("SELECT finestra_version()")

Needs the extra ``finestra[spark]``, in an environment of its own, and never imports
:mod:`finestra.flink`. Classic sessions and Spark Connect are served alike.
"""

from finestra.spark.sessions import configure

__all__ = ["configure"]
