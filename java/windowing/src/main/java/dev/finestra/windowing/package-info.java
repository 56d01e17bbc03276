/**
 * Windows over the rows of one key, without dependencies on an engine: the kinds of windows, the
 * grid of sliding windows, and what a user may ask for. Flink's and Spark's connectors are built on
 * this module; it needs core alone.
 *
 * <pre>
 * engine (Flink, Spark)     clock, timers, state, output
 *      |  row, timer, watermark                ^  results, timers
 *      v                                       |
 * internal.host             KeyedHost: which key, which time has passed for it
 *      v                                       |
 * internal.sliding, .session, .last, .count    one logic for each kind of window
 *      v                                       |
 * core: one window over all rows of the key; each result is a range query
 *      v
 * internal.state            pages and header as entries of the engine's state
 * </pre>
 *
 * <p>Where to look: a late row in a sliding window is handled in {@code
 * internal.sliding.SlidingLogic} and {@code LateRows}, for both engines. {@code
 * internal.logic.KeyHeader} is stored for each key in addition to its rows. {@link
 * dev.finestra.windowing.WindowGrid} computes where windows start and end.
 *
 * <p>Users import {@link dev.finestra.windowing.Emit}, {@link dev.finestra.windowing.LastWindow}
 * and {@link dev.finestra.windowing.CountWindow}. The other public types serve the connectors.
 */
package dev.finestra.windowing;
