"""Fast sliding-window aggregation for Spark and Flink.

The algorithms run in the JVM. :mod:`finestra.spark` is for PySpark, :mod:`finestra.flink` for
PyFlink, and :class:`Window` needs no engine. :func:`features` declares features for both engines,
:func:`aggregation` an aggregation of your own; :func:`where`, :func:`sqrt` and the like are for it.
:func:`jar` returns the path of a connector's jar, :func:`coordinates` its Maven coordinates.
:class:`Algorithm`, :class:`Aggregation` and :class:`ValueType` are the names of the catalog.
:mod:`finestra.cli` is the command line.
"""

from finestra.core.jars import coordinates, finestra_version, jar
from finestra.core.names import Aggregation, Algorithm, ValueType
from finestra.declarations import Features, aggregation, features
from finestra.declarations.expressions import (
    atan2,
    ceil,
    cos,
    exp,
    floor,
    isnan,
    log,
    log10,
    maximum,
    minimum,
    real,
    sin,
    sqrt,
    where,
    whole,
)
from finestra.window import Window

__version__ = finestra_version()

__all__ = [
    "Aggregation",
    "Algorithm",
    "Features",
    "ValueType",
    "Window",
    "__version__",
    "aggregation",
    "atan2",
    "ceil",
    "coordinates",
    "cos",
    "exp",
    "features",
    "floor",
    "isnan",
    "jar",
    "log",
    "log10",
    "maximum",
    "minimum",
    "real",
    "sin",
    "sqrt",
    "where",
    "whole",
]
