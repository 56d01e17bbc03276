/**
 * The Java side of {@code finestra.flink} in Python. PyFlink calls {@link
 * dev.finestra.flink.internal.python.PythonStreams#aggregate} through py4j with names, numbers and
 * maps; it converts the rows to plain typed rows and calls {@link
 * dev.finestra.flink.FinestraFromMaps}.
 *
 * <p>PyFlink's streams differ from Java's in two ways, each handled by one class: rows of a table
 * have types of the Table API ({@code TypedRows}), and a key function written in Python puts the
 * key next to the row ({@code PythonKeyedRows}).
 *
 * <p>Not supported: streams without types. Their elements are pickled bytes, in which Java finds no
 * fields.
 */
package dev.finestra.flink.internal.python;
