/**
 * {@code FinestraSpark.sliding} over streams.
 *
 * <p>For Spark's analyzer, such a query is a {@code transformWithState}, or in Spark 3.5 a {@code
 * flatMapGroupsWithState}: Spark checks it and gives it a place in the checkpoint, watermarks and
 * progress. At run time an operator of Finestra takes its place, which works on Spark's internal
 * rows.
 *
 * <pre>
 * StreamQuery          builds the query; StreamLayout is what a task knows of it
 * StreamOperator       Spark's operator; StreamStrategy plans Finestra's in its place
 *
 * StartWithHistoryExec adds the rows of a StreamHistory to micro-batch 0
 * CombineRowsExec      before the shuffle: one partial result for each key and pane, RowCombiner
 * UnsharedRowsExec     before the shuffle: keeps two equal queries apart
 * FinestraStreamExec   after the shuffle: a StreamTask for each partition
 *   StreamHost           reads Spark's operator, which does not run
 *   processor            reads a key's state, handles its rows or what is due, writes the state
 *   KeyStore             the entries of the current key; DueKeys finds the keys that are due
 *   StateTable           one table of the state store
 *   PendingRows          the rows of the current key that wait for the watermark
 * </pre>
 *
 * <p>StreamOperator, StreamHost and StateTable differ between versions of Spark.
 *
 * <p>A stream needs a watermark and the state store of RocksDB. For each key, state has one entry
 * with its header, which contains a small window; the pages of a large window; and pending rows.
 * Windows with a slide keep panes. If each row has its own window, the row is pending until the
 * watermark passes it.
 */
package dev.finestra.spark.internal.stream;
