"""What both connectors need and no engine: where the jars are (:mod:`finestra.core.jars`).

Names and specifications of windows, validated before any JVM is touched, come later; choose names
from ``bin/finestra list`` until then.
"""
