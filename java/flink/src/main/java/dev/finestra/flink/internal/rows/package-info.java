/**
 * Fields by name: reading them from the elements of a stream, and the types of result rows.
 *
 * <pre>
 *   "price"  ──InputFields──▶  a reader of the field, and its type
 *   "max" over that type  ──core's resolver──▶  an aggregation
 *   both together are a ResultColumn; all columns make the type of the result row (ResultTypes)
 * </pre>
 *
 * <p>{@code FieldKeySelector} keys a stream by fields, and {@code TimeField} reads the event time
 * from one. {@code InputFields} reads rows, tuples, POJOs and the elements themselves. {@code
 * TableRowFields} and {@code AvroRecordFields} are loaded only for streams of such elements,
 * because a job may lack Flink's table classes or Avro.
 */
package dev.finestra.flink.internal.rows;
