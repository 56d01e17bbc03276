-- The queries that sliding(…) runs for a batch: the last hour of each trade, and an hour that starts every minute.
CREATE OR REPLACE TEMPORARY VIEW trades AS
SELECT id % 2 AS user, timestamp_seconds(1800000000 + id * 30) AS ts, id * 37 % 101 AS price
FROM range(600);

SELECT user, ts, finestra_agg('max', price) OVER (
    PARTITION BY user ORDER BY ts RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW) AS top
FROM trades ORDER BY ts DESC, user LIMIT 5;

SELECT user, window, finestra_agg('max', price) AS top
FROM trades GROUP BY user, window(ts, '1 hour', '1 minute') ORDER BY window DESC, user LIMIT 5;

-- Functions in a plain groupBy: over its last hour, the last hour of each trade, and an hour every half hour.
SELECT user, finestra_agg('quantile(0.9)', price) AS p90,
    finestra_last('max', price, ts, '1 hour') AS top_of_last_hour
FROM trades GROUP BY user;

SELECT user, inline(finestra_rolling('max', price, ts, '1 hour')) FROM trades GROUP BY user LIMIT 5;

SELECT user, inline(finestra_slides('mean', price, ts, '1 hour', '30 minutes'))
FROM trades GROUP BY user LIMIT 5;

-- A hint names the algorithm of a query.
SELECT /*+ finestra('b_fiba8') */ user, ts, sum(price) OVER (
    PARTITION BY user ORDER BY ts ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) AS last_ten
FROM trades ORDER BY ts DESC, user LIMIT 5;
