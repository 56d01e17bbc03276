"""The root mean square of the last rows of each user: an aggregation that is declared in Python.

python examples/flink/declared.py
"""

import sys

from pyflink.common import Row, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment

import finestra.flink
from finestra.flink import LastWindow


@finestra.aggregation(state={"n": "long", "s": "double"}, commutative=True)
class rms:
    """The functions become expressions, which run in the JVM."""

    def lift(x):
        """A partial result of one row."""
        return {"n": 1, "s": x * x}

    def combine(a, b):
        """A partial result of the rows of both; those of a are older."""
        return {"n": a.n + b.n, "s": a.s + b.s}

    def lower(a):
        """The result."""
        return finestra.sqrt(a.s / a.n)


class ByMillis(TimestampAssigner):  # type: ignore[misc]
    """Takes the time of a row from its third field."""

    def extract_timestamp(self, value: Row, record_timestamp: int) -> int:
        """Return the third field, in milliseconds."""
        return int(value[2])


def main() -> None:
    """Print a result for each row."""
    env = finestra.flink.configure(StreamExecutionEnvironment.get_execution_environment())
    env.set_python_executable(sys.executable)
    trades = env.from_collection(
        [Row("ann", 3.0, 0), Row("ann", 4.0, 200), Row("bob", 1.0, 250), Row("ann", 5.0, 450)],
        type_info=Types.ROW_NAMED(
            ["user", "price", "millis"], [Types.STRING(), Types.DOUBLE(), Types.LONG()]
        ),
    ).assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(ByMillis())
    )
    (
        finestra.flink.keyed(trades, by="user")
        .window(LastWindow.of(300))
        .aggregate(rms, on="price")
        .print()
    )
    env.execute("the root mean square of the last 300 ms")


if __name__ == "__main__":
    main()
