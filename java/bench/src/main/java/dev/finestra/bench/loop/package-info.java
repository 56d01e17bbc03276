/**
 * The measured loops: what a workload repeats.
 *
 * <p>{@link dev.finestra.Specializer} copies this package together with the algorithms, so that the
 * call sites of a loop see one aggregation only, as those of a user's program do. Other packages
 * must therefore refer to these classes by name, as text.
 */
package dev.finestra.bench.loop;
