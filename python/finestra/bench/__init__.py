"""The benchmarks in Python, and the code that all benchmarks share.

=================  =================================================================
``measurements``   the format of all results: JSON, and tables in Markdown
``paper``          the papers' experiments: measure, judge, draw
``figures``        the papers' figures, and the claim of each
``report``         one page with all figures
``trips``          synthetic trips, and readers of public data
``readings``       synthetic readings of a machine
``spark``          Spark's own operators next to Finestra's; needs Spark's environment
``spark_streams``  the same for streams
``spark_keys``     streams with many keys
``spark_matrix``   whether any query is slower with Finestra; its grid is in ``matrix``
``flink_python``   PyFlink's own windows next to Finestra's
``flink_matrix``   the map of ``flink-matrix``, drawn from Java's measurements
``lines``          each version of Spark and Flink that Finestra supports
``spark_hot``      ``OVER`` and ``groupBy`` with a hot key
``compiled``       compiles the Java part of a benchmark or a demo
=================  =================================================================

The benchmarks of core are in ``java/bench``, those of Flink in ``java/bench-flink``.
"""
