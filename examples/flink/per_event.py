"""For each row, the sum of its user over the last 300 ms; the rows come from Python.

python examples/flink/per_event.py
"""

import sys

from pyflink.common import Row, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment

import finestra.flink
from finestra.flink import LastWindow


class ByMillis(TimestampAssigner):  # type: ignore[misc]
    """Takes the time of a row from its third field."""

    def extract_timestamp(self, value: Row, record_timestamp: int) -> int:
        """Return the third field, in milliseconds."""
        return int(value[2])


def main() -> None:
    """Rows need types: without them they are pickled bytes in the JVM, and are rejected."""
    env = finestra.flink.configure(StreamExecutionEnvironment.get_execution_environment())
    env.set_python_executable(
        sys.executable
    )  # for the times; not needed in an activated environment
    trades = env.from_collection(
        [Row("ann", 5, 0), Row("ann", 7, 200), Row("bob", 1, 250), Row("ann", 2, 450)],
        type_info=Types.ROW_NAMED(
            ["user", "quantity", "millis"], [Types.STRING(), Types.LONG(), Types.LONG()]
        ),
    ).assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(ByMillis())
    )
    (
        finestra.flink.keyed(trades, by="user")
        .window(LastWindow.of(300))
        .aggregate("sum", on="quantity")
        .print()
    )
    env.execute("the last 300 ms of each row")


if __name__ == "__main__":
    main()
