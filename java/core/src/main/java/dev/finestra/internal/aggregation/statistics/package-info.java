/**
 * Variances and higher moments, the relation of two columns, and the histogram.
 *
 * <p>The partial results hold the mean and sums of powers of the distances from it. They are
 * combined by the pairwise formulas of Chan, Golub and LeVeque and of Pébay, which subtract no
 * large sums, so a common offset of all values does little harm. Only the histogram has an inverse:
 * in the others, the rounding errors of removed values would remain.
 *
 * <p>With no entries, and where a formula would divide by zero, results are null. NaN, infinities,
 * and powers beyond the range of doubles make the result NaN.
 */
package dev.finestra.internal.aggregation.statistics;
