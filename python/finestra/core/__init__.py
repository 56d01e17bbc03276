"""Shared by all other packages, and independent of the engines.

::

    names      the names of algorithms and aggregations, generated from Java
    jars       where the jars are: in the wheel, or in a checkout
    checkout   builds the Java programs of a checkout that are missing or stale
    java       which Java runs the command line and ``finestra.Window``
    handshake  checks that a running JVM has Finestra's jar, in this version
    errors     Finestra's exceptions, and which exceptions of Java they stand for

No other package of Finestra is imported here.
"""
