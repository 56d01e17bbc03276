"""Features and aggregations that are declared once, for both engines.

::

    features.py     the declaration, and what an engine makes of it
      checks.py     from plain maps and lists to a declaration; rejects what does not fit
      texts.py      JSON and YAML, with the line of each part for the errors
      lengths.py    lengths of time
      on_spark.py   a batch, a stream, or the features at given times
      on_flink.py   a stream or a table
  aggregation.py  the declaration of an aggregation, as a name that is its definition
    expressions.py  what its functions may do

Only ``on_spark`` and ``on_flink`` import an engine. They are imported when a declaration is used.
"""

from finestra.declarations.aggregation import DeclaredAggregation, aggregation
from finestra.declarations.features import Features, features

__all__ = ["DeclaredAggregation", "Features", "aggregation", "features"]
