-- What sliding(…) does with a batch, in SQL: the last hour of each trade, and hours that begin every minute.
CREATE OR REPLACE TEMPORARY VIEW trades AS
SELECT id % 2 AS user, timestamp_seconds(1800000000 + id * 30) AS ts, id * 37 % 101 AS price
FROM range(600);

SELECT user, ts, finestra_agg('max', price) OVER (
    PARTITION BY user ORDER BY ts RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW) AS top
FROM trades ORDER BY ts DESC, user LIMIT 5;

SELECT user, window, finestra_agg('max', price) AS top
FROM trades GROUP BY user, window(ts, '1 hour', '1 minute') ORDER BY window DESC, user LIMIT 5;
