"""A local server of Spark Connect on a free port, so that checkouts can run these tests at once.

A builder with ``remote("local[2]")`` starts its server in the same process, and then connects to
the default port, whatever ``spark.connect.grpc.binding.port`` is. PySpark asks the server for its
port only if ``SPARK_TESTING`` is set, which would switch Spark's JVM to its test mode as well.
"""

#: A builder's methods, for a program that imports :func:`free_port`.
LOCAL_CONNECT = 'remote("local[2]").config(map=free_port())'


def free_port() -> dict[str, str]:
    """The server's options; from now on, clients of this process ask the server for its port."""
    from pyspark import SparkContext
    from pyspark.sql.connect.client import core

    def port() -> int:
        service = SparkContext._jvm.org.apache.spark.sql.connect.service
        return int(getattr(getattr(service, "SparkConnectService$"), "MODULE$").localPort())

    builder = getattr(core, "DefaultChannelBuilder", core.ChannelBuilder)  # since PySpark 4.0
    builder.default_port = staticmethod(port)
    return {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": "0",
    }
