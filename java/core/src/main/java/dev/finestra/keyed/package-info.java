/**
 * One window for each key: {@link dev.finestra.keyed.KeyedWindows}, made by {@code
 * SlidingWindows.keyed}.
 *
 * <pre>
 * KeyedWindows&lt;String, Object&gt; top = SlidingWindows.keyed("fiba", "max");
 * top.insert("ann", 1_000, 17);       // key, time, value
 * top.queryLong("ann");               // 17
 * top.bulkEvict(1_000);               // evicts from the windows of all keys
 * </pre>
 *
 * <p>Choose it instead of a map of windows if there are many keys with few entries each: small
 * windows share arrays and take a few tens of bytes above their entries.
 *
 * <p>Keys are compared by {@code equals} and have no order. To write a snapshot, give a {@link
 * dev.finestra.keyed.KeyCodec} for the keys. Not supported: queries over several keys.
 */
package dev.finestra.keyed;
