"""Sliding-window aggregation for Spark and Flink, in constant time an event.

The algorithms live in the JVM; this package brings them to the engines' Python:
:mod:`finestra.spark` for PySpark, :mod:`finestra.flink` for PyFlink. With no engine,
:class:`Window` is the core's window itself.
:func:`jar` says where a connector's jar is, and :func:`coordinates` what Maven calls it.
:class:`Algorithm`, :class:`Aggregation` and :class:`ValueType` are the names of the catalog.
:mod:`finestra.cli` is the command line.
"""

from finestra.core.jars import coordinates, finestra_version, jar
from finestra.core.names import Aggregation, Algorithm, ValueType
from finestra.window import Window

__version__ = finestra_version()

__all__ = [
    "Aggregation",
    "Algorithm",
    "ValueType",
    "Window",
    "__version__",
    "coordinates",
    "jar",
]
