"""Sliding-window aggregation for Spark and Flink, in constant time an event.

Today this package holds its version and a way to the command line of a checkout
(:mod:`finestra.cli`). The algorithms and aggregations live in the JVM artifact ``finestra-core``;
the names, the specifications and the two connectors reach Python with their own milestones.
"""

from importlib.metadata import version

__version__ = version("finestra")

__all__ = ["__version__"]
