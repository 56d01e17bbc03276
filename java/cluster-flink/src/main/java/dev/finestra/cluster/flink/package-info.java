/**
 * The job that {@code tests/cluster} submits to a real cluster of Flink, whose processes it then
 * kills. Nothing here is for users.
 *
 * <pre>
 * Kafka ──▶ Reading ──▶ Carried: the row's own watermark ──┬──▶ sliding windows    ──▶ files
 *                                                          └──▶ per-event windows  ──▶ files
 * </pre>
 *
 * <p>A row of the input carries the watermark that holds when it arrives. So the input alone
 * decides which rows are late, and the test can compute the expected output in plain Python.
 *
 * <p>{@code Main} builds the job. The state backend, checkpoints and restarts are configuration,
 * which the test sets.
 */
package dev.finestra.cluster.flink;
