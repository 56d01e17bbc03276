/**
 * Windows for a program outside the JVM: Python's {@code finestra.Window} calls them through py4j.
 *
 * <pre>
 *   Python process                          JVM
 *   finestra.window.window   ── py4j ──▶    RemoteWindow ──▶ SlidingWindow
 *   finestra.window.messages ── bytes ──    Message
 * </pre>
 *
 * <p>The arguments and results of a {@link dev.finestra.tools.gateway.RemoteWindow} are numbers and
 * bytes, so that a bulk of any size is one call. {@code Message} defines these bytes.
 *
 * <p>The package does not know py4j. It is no API: in Java, use {@link dev.finestra.SlidingWindow}.
 */
package dev.finestra.tools.gateway;
