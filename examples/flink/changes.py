"""OVER over orders that are corrected and cancelled: Flink alone rejects this query.

python examples/flink/changes.py
"""

import json
import tempfile
from pathlib import Path

from pyflink.table import EnvironmentSettings, TableEnvironment

import finestra.flink


def order(number: int, amount: int, time: str) -> dict[str, object]:
    """A row of the table of orders."""
    return {"id": number, "customer": "ann", "amount": amount, "ts": f"2026-01-31 {time}:00"}


# The changes of a database table, as Debezium writes them.
CHANGES = [
    {"op": "c", "before": None, "after": order(1, 20, "10:00")},
    {"op": "c", "before": None, "after": order(2, 30, "10:20")},
    {"op": "c", "before": None, "after": order(3, 5, "10:40")},
    {"op": "u", "before": order(1, 20, "10:00"), "after": order(1, 25, "10:00")},
    {"op": "d", "before": order(2, 30, "10:20"), "after": None},
]


def main() -> None:
    """Print what a customer spent within an hour, after each order. A changed order corrects it."""
    tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    tables.get_config().set("parallelism.default", "1")
    finestra.flink.configure(tables)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "changes.json")
        file.write_text("\n".join(map(json.dumps, CHANGES)), encoding="utf-8")
        tables.execute_sql(f"""
            CREATE TABLE orders (
                id INT, customer STRING, amount INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts
            ) WITH ('connector' = 'filesystem', 'path' = '{file.as_uri()}',
                    'format' = 'debezium-json')
        """)
        # page: query
        spent = """
            SELECT id, SUM(amount) OVER last_hour AS spent, MAX(amount) OVER last_hour AS dearest
            FROM orders
            WINDOW last_hour AS (
                PARTITION BY customer ORDER BY ts
                RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW)
        """
        # page: end
        print(tables.explain_sql(spent))
        tables.execute_sql(spent).print()


if __name__ == "__main__":
    main()
