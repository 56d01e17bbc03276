/**
 * {@code FinestraSpark.sliding} over streams, on {@code transformWithState}.
 *
 * <p>A stream needs a watermark and the state store of RocksDB. For each key, state has a header,
 * the pages of its windows, and pending rows. Windows with a slide keep panes; if each row has its
 * own window, the row is pending until the watermark passes it.
 *
 * <pre>
 * StreamQuery         builds the query; StreamLayout is what a task knows of it
 * KeyProcessor        reads a key's state, handles its rows or its timer, writes the state
 *   RowProcessor, SlideProcessor, SessionProcessor      one result for each window
 *   RowUpdatesProcessor, SlideUpdatesProcessor          results as they change
 * AggregateWindows    the windows of the current key, over StateStorePages
 * PendingRows         the rows of the current key that wait for the watermark
 * </pre>
 */
package dev.finestra.spark.internal.stream;
