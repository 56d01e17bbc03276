"""``make bench-lines``: each supported version of Spark and Flink, without and with Finestra.

============  ===========================================================
``__main__``  runs the next two in the environment of each version
``spark``     the queries on Spark, cells of the map
``flink``     the windows on Flink, each subject in JVMs of its own
``page``      the tables
============  ===========================================================

``spark`` and ``flink`` print a point per line, in the format of
:mod:`finestra.bench.measurements`, with the version and the time at which it was measured.
"""
