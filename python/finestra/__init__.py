"""Sliding-window aggregation for Spark and Flink, in constant time an event.

The algorithms live in the JVM; this package brings them to the engines' Python:
:mod:`finestra.spark` for PySpark. :func:`jar` says where a connector's jar is, and
:func:`coordinates` what Maven calls it. :mod:`finestra.cli` is the command line of a checkout.
"""

from importlib.metadata import version

from finestra.core.jars import coordinates, jar

__version__ = version("finestra")

__all__ = ["__version__", "coordinates", "jar"]
