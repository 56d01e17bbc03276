"""Plain HOP windows on Finestra's operator: one line, and the query stays as it is.

python examples/flink/unchanged.py
"""

from pyflink.table import EnvironmentSettings, TableEnvironment

import finestra.flink


def main() -> None:
    """Ten-minute windows, one each second."""
    # page: configure
    tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    finestra.flink.configure(tables)
    # page: end
    tables.execute_sql("""
        CREATE TABLE trades (
            n BIGINT, `user` AS MOD(n, 3), price AS MOD(n * 7, 11),
            ts AS TO_TIMESTAMP_LTZ(n * 100, 3), WATERMARK FOR ts AS ts
        ) WITH ('connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1',
                'fields.n.end' = '3000')
    """)
    query = """
        SELECT `user`, window_end, MAX(price) AS top, COUNT(*) AS n
        FROM HOP(TABLE trades, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '10' MINUTE)
        GROUP BY `user`, window_start, window_end
    """
    print(tables.explain_sql(query))
    tables.execute_sql(f"SELECT * FROM ({query}) WHERE n = 1000").print()


if __name__ == "__main__":
    main()
