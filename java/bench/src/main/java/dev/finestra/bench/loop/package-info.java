/**
 * The measured loops. {@link dev.finestra.Specializer} copies this package along with the
 * algorithms, so that a loop's call sites meet one aggregation only, as those of a user's program
 * do. Nothing outside may name these classes but as text.
 */
package dev.finestra.bench.loop;
