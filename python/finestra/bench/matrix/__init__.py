"""The parts of ``finestra bench spark-matrix``; none of them needs Spark.

===========  ==================================================
``cells``    the grid: which queries are measured
``queries``  the two queries of a cell, Spark's and Finestra's
``pairs``    how often they run, and which figure counts
``drawing``  the map
===========  ==================================================
"""
