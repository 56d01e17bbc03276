"""Names and specifications of windows, validated before any JVM is touched.

Nothing is here yet. Choose names from ``bin/finestra list`` until the connectors bring them.
"""
