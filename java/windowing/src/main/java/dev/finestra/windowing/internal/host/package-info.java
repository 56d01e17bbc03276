/**
 * The part next to the engine, without dependencies on one: which key is attached, which time has
 * passed for it, its one timer, and which keys stay in memory. Not API.
 *
 * <p>An engine implements three small interfaces and calls {@code KeyedHost} for each row and
 * timer:
 *
 * <pre>
 * KeyedEngine   emit, moveTimer, counters          out of the host
 * KeyBackend    current key                        used by HeldKeys, if keys stay in memory
 * EntryMap      entries of the current key         used by HeldKey (package state)
 * </pre>
 *
 * <p>{@code HeldKey} is a window that can attach to one key after the other. An engine whose state
 * must be complete after each call uses one, attaches it before and puts it back after each call.
 * {@code HeldKeys} keeps one for each recent key. If most rows are of other keys, it puts a small
 * window back when another key follows. The small window is then in the engine's state if that
 * consists of objects, or in {@code HeaderCache} if it consists of bytes. In both places {@code
 * StoredKeys} changes it without attaching the key: it adds rows in order, and emits and removes
 * the results of windows that neither overlap nor accept late rows.
 */
package dev.finestra.windowing.internal.host;
