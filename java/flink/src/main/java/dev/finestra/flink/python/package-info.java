/**
 * What PyFlink calls: static methods of plain arguments (streams, texts, numbers, lists, maps), so
 * that Python's side needs no knowledge of Java's builders. Begin at {@link
 * dev.finestra.flink.python.Windows}; from the JVM use {@link dev.finestra.flink.Finestra} itself.
 *
 * <p>Not supported: streams whose elements are pickled bytes, which have no fields on the JVM.
 */
package dev.finestra.flink.python;
