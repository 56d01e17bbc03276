/**
 * Finestra's entries in Flink's keyed state. Not API.
 *
 * <pre>
 *   HeldKeys ──▶ FlinkEntryMap ──▶ Flink's value state, by key and number of the entry
 *                                    heap: the entry itself
 *                                    changelog over heap: a copy of the entry
 *                                    RocksDB, ForSt: its bytes, by StateEntrySerializer
 * </pre>
 *
 * <p>{@code FlinkKeys} connects the keys in memory ({@code HeldKeys} of the windowing module) to
 * Flink's state backend; {@code FlinkEntryMap} reads and writes one key's entries; {@code
 * StateEntrySerializer} turns entries into bytes, and its snapshot says in a savepoint which
 * windows and aggregations the entries belong to.
 */
package dev.finestra.flink.internal.state;
