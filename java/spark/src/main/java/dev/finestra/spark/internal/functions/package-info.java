/**
 * The aggregate functions that Finestra registers.
 *
 * <pre>
 * SqlFunctions          registers the functions in a session
 * FinestraFunction      one function: its name, its arity, and its FunctionCall
 * WindowAggregate       the expression that Spark sees
 * FunctionCall          one call: checks its CallArguments, then fills, merges and evaluates
 *   GroupCall, LastCall, RollingCall, SlidesCall      a group's EventBuffer
 * </pre>
 *
 * <p>The buffer of a group is a window. A partial aggregate travels through the shuffle as the
 * window's snapshot; the final aggregation merges it by a bulk insert. All names, sizes and types
 * are checked when the query is analyzed, so that errors come before a job starts.
 */
package dev.finestra.spark.internal.functions;
