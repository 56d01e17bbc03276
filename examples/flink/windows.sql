-- Finestra in Flink's SQL:
-- bin/sql-client.sh -D execution.target=local -D sql-client.execution.result-mode=tableau \
--   -j finestra-flink-2-….jar -f windows.sql

-- page: module
LOAD MODULE finestra;
-- page: end

CREATE TABLE trades (
  n BIGINT,
  price DOUBLE,
  `user` AS SUBSTRING('annbobcyd' FROM CAST(MOD(n, 3) AS INT) * 3 + 1 FOR 3),
  ts AS TO_TIMESTAMP_LTZ(n * 100, 3),
  WATERMARK FOR ts AS ts
) WITH (
  'connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '0',
  'fields.n.end' = '299', 'fields.price.min' = '1', 'fields.price.max' = '100'
);

-- Windows of ten seconds, one every second: one insert per row, although they overlap.
-- page: slides
SELECT `user`, window_end, top, n
FROM finestra_window(
  input => TABLE trades PARTITION BY `user`,
  on_time => DESCRIPTOR(ts),
  aggregations => 'max(price) AS top, count() AS n',
  size => INTERVAL '10' SECOND,
  slide => INTERVAL '1' SECOND,
  algorithm => 'b_fiba4');
-- page: end

-- Without a slide, one window per row: the ten seconds up to it.
-- page: rows
SELECT `user`, event_time, p50
FROM finestra_window(
  input => TABLE trades PARTITION BY `user`,
  on_time => DESCRIPTOR(ts),
  aggregations => 'quantile(0.5)(price) AS p50',
  size => INTERVAL '10' SECOND,
  allowed_lateness => INTERVAL '1' MINUTE,     -- optional, as are the next two
  emit => 'on_watermark',              -- or 'on_event'
  algorithm => 'auto');
-- page: end

-- An aggregation of the catalog, in Flink's own windows.
-- page: tumble
SELECT window_end, finestra_group_agg('geomean', price)
FROM TABLE(TUMBLE(TABLE trades, DESCRIPTOR(ts), INTERVAL '10' SECOND))
GROUP BY window_start, window_end;
-- page: end

-- An aggregation without an inverse, in Flink's own OVER.
-- page: over
SELECT `user`, ts, finestra_agg('max', price) OVER (
  PARTITION BY `user` ORDER BY ts RANGE BETWEEN INTERVAL '1' SECOND PRECEDING AND CURRENT ROW)
FROM trades;
-- page: end
