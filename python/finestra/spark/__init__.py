"""Finestra on Spark.

Nothing is here yet: the connector comes with its own milestone. It will need the extra
``finestra[spark]``, in an environment of its own, and never imports :mod:`finestra.flink`.
"""
