/**
 * Plain {@code OVER} of one key, or of no key, by many tasks.
 *
 * <pre>
 * SplitLargePartitions  a rule of adaptive execution: finds partitions to split, changes the plan
 *   FrameReach          how far the frames reach from a value of ORDER BY
 *   Sample              reads such a partition once, for the bounds of its pieces
 *   Piece               a part between two bounds: its own rows, and the rows around it
 *   PieceRowsExec       keeps these rows, below and above FinestraWindowExec
 * </pre>
 *
 * <pre>
 * rows in order of time   1 2 3 4 5 6 7 8
 * a piece's own rows            4 5 6
 * a piece reads             2 3 4 5 6         with RANGE BETWEEN 2 PRECEDING AND CURRENT ROW
 * </pre>
 *
 * <p>A partition that is not split is one task. Not supported: {@code ROWS} frames, descending
 * order, and distances that depend on the calendar, such as months.
 */
package dev.finestra.spark.internal.over.pieces;
