"""Fast sliding-window aggregation for Spark and Flink.

The algorithms run in the JVM. :mod:`finestra.spark` is for PySpark, :mod:`finestra.flink` for
PyFlink, and :class:`Window` needs no engine. :func:`features` declares features for both engines.
:func:`jar` returns the path of a connector's jar, :func:`coordinates` its Maven coordinates.
:class:`Algorithm`, :class:`Aggregation` and :class:`ValueType` are the names of the catalog.
:mod:`finestra.cli` is the command line.
"""

from finestra.core.jars import coordinates, finestra_version, jar
from finestra.core.names import Aggregation, Algorithm, ValueType
from finestra.declarations import Features, features
from finestra.window import Window

__version__ = finestra_version()

__all__ = [
    "Aggregation",
    "Algorithm",
    "Features",
    "ValueType",
    "Window",
    "__version__",
    "coordinates",
    "features",
    "jar",
]
