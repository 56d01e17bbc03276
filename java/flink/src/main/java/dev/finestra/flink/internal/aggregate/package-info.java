/**
 * The input of windows, and the output of their results.
 *
 * <p>A {@code WindowInput} lifts an element: either its columns by name ({@code NamedWindowInput}),
 * or the element itself, with one of Flink's aggregate functions ({@code FunctionWindowInput}). A
 * {@code ResultEmitter} turns a result into a row ({@code RowEmitter}), the function's value
 * ({@code ResultEmitter.ofValues}), or the output of a window function ({@code
 * WindowFunctionEmitter}).
 *
 * <p>Windows that overlap share partial results. So a user's {@code merge} must be associative and
 * agree with {@code add}: {@code FunctionLaws} checks that on samples and, in each task, on the
 * first rows.
 */
package dev.finestra.flink.internal.aggregate;
