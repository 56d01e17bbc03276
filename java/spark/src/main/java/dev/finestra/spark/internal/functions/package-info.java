/**
 * The aggregate functions that Finestra registers.
 *
 * <pre>
 * SqlFunctions          registers the functions in a session
 * GroupAggregate        finestra_agg; the optimizer replaces it by one of these:
 *   GeneratedFunction     a function for which Spark generates code:
 *     EqualFunction         Spark's own, where the answers are the same
 *     ExactSum              sums and means of integers
 *   WordsAggregate        a partial result of a fixed number of words
 *   ObjectAggregate       a partial result that is an object
 * WindowAggregate       the other functions, whose buffer is a window
 *   FinestraFunction      one function: its name, its arity, and its TimedCall
 *   TimedCall             one call: checks its CallArguments, then fills, merges and evaluates a
 *                         group's EventBuffer; as LastCall, RollingCall, SlidesCall
 * </pre>
 *
 * <p>{@code internal.group} plans queries with an {@code ObjectAggregate} or a {@code
 * WindowAggregate}. A window travels through the shuffle as its snapshot; after the shuffle it is
 * merged by a bulk insert. All names, sizes and types are checked when the query is analyzed, so
 * that errors come before a job starts.
 */
package dev.finestra.spark.internal.functions;
