"""Finestra on Flink.

Nothing is here yet: the connector comes with its own milestone. It will need the extra
``finestra[flink]``, in an environment of its own, and never imports :mod:`finestra.spark`.
"""
