/**
 * Windows for a program beside the JVM: what Python's {@code finestra.Window} calls.
 *
 * <p>{@link dev.finestra.gateway.Gateway} makes a {@link dev.finestra.gateway.RemoteWindow}, whose
 * arguments and answers are numbers and byte messages only, so that a bulk is one call. How the
 * calls come is not known here: Python sends them with py4j, whose classes this package does not
 * see. It is not an API for the JVM; there one uses {@link dev.finestra.SlidingWindow}.
 */
package dev.finestra.gateway;
