"""Benchmarks of the engines, driven from Python.

:mod:`finestra.bench.spark` needs Spark's environment; ``bin/finestra bench spark`` makes it and
runs it there. Core's benchmarks are in ``java/bench``; ``bin/finestra bench`` runs them.
"""
