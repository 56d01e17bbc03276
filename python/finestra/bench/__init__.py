"""Benchmarks, driven from Python: the papers' figures, the data for them, and Spark's.

:mod:`finestra.bench.paper` measures and draws, :mod:`finestra.bench.figures` says what,
:mod:`finestra.bench.trips` makes synthetic trips and reads public ones. :mod:`finestra.bench.spark`
needs Spark's environment; ``bin/finestra bench spark`` makes it and runs it there. Core's own
benchmarks are in ``java/bench`` and Flink's in ``java/bench-flink``; ``finestra bench core`` and
``finestra bench flink`` run them in a checkout.
"""
