/**
 * Measuring in JVMs of their own, and writing the results.
 *
 * <pre>
 *   benchmark ──▶ MeasuringJvm ──▶ one JVM per point, which prints its figures
 *       │                                      │
 *       ▼                                      ▼
 *   Measurements ◀── Measurement ◀──────── RunFigures
 *       │                                (metric: one value per run)
 *       ▼
 *   --out FILE       command, date, commit, machine, and one JSON object per point
 * </pre>
 *
 * <p>{@link dev.finestra.bench.report.Calibration} is measured first, so that figures of different
 * machines can be compared. The benchmarks of core and of Flink share this package.
 */
package dev.finestra.bench.report;
