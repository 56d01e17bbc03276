"""Benchmarks of the engines, driven from Python.

Nothing is here yet. Core's benchmarks are in ``java/bench``; ``bin/finestra bench`` runs them.
"""
