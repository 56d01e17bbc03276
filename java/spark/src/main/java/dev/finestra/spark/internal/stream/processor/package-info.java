/**
 * What a micro-batch does to one key, for each kind of window.
 *
 * <pre>
 * KeyProcessor                    reads a key's state, handles its rows or what is due, writes the state
 *   WindowProcessor               windows with a start and an end: java/windowing decides what is due
 *     SlideProcessor              each window is emitted once, at its end
 *     SlideUpdatesProcessor       each window is emitted whenever a row changes it
 *     SessionProcessor            each session is emitted once, at its end
 *     ChangesProcessor            the newest window of a key, emitted when its result changes
 *   RowProcessor                  a window for each row, emitted when the watermark passes the row
 *   RowUpdatesProcessor           a window for each row, emitted when the row arrives
 * </pre>
 */
package dev.finestra.spark.internal.stream.processor;
