/**
 * Checks of a job's options while the job is built. Nothing in this package runs with the job.
 *
 * <pre>
 * Finestra.keyed(…).window(assigner)          FlinkAssigners   Flink's assigner → a WindowKind
 *   .allowedLateness(…).emit(…)               OptionChecks     options that contradict one another
 *   .twoPhase()                               OptionChecks     rows that cannot be combined early
 *   .acceptChanges()                          OptionChecks     windows that cannot remove a row
 *   .algorithm("…")                           OptionChecks     an algorithm that does not fit
 *   .windows(map), .aggregate(map)            StableOrder      the order of names, which state depends on
 * </pre>
 *
 * <p>Each check throws an {@link java.lang.IllegalArgumentException} that says what was given, what
 * is wrong and what to do. SQL's {@code finestra_window} uses the same checks.
 */
package dev.finestra.flink.internal.builder;
