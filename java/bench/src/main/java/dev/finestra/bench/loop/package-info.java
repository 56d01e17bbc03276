/**
 * The measured loops: one round of operations, repeated.
 *
 * <pre>
 * Rounds                  fills a window; late entries have the distance d
 *   SingleLoop            evict one, insert one, query
 *   BulkLoop              evict m in bulk, insert m in bulk, query
 *   BulkEvictLoop         evict m in bulk, insert m one by one, query
 *   TimedLoop             a window over given times, such as those of trips
 *   DynamicLoop, OscillateLoop, ScatterLoop       windows that grow and shrink, times out of order
 *   SharedTreeLoop, TwinsLoop                     two windows on one tree, on two trees
 * </pre>
 *
 * <p>{@link dev.finestra.Specializer} copies this package together with the algorithms, so that the
 * call sites of a loop see only one aggregation, as those of a user's program do. Other packages
 * must therefore refer to these classes by name, as text.
 */
package dev.finestra.bench.loop;
