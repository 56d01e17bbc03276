/**
 * Features that start with history.
 *
 * <pre>
 * FeatureHistory    joins the rows before a time and the stream's rows from that time on
 *   JoinHistory       the operator for it
 * SavepointWriter   runs a job that reads only the history, and writes its savepoint
 *   EndlessSource     keeps that job running, and holds its watermark before the time
 *   HistoryLoaded     signals that all rows of the history have been processed
 * </pre>
 */
package dev.finestra.flink.internal.history;
