/** Tests of single aggregations, with access to their parts. */
package dev.finestra.internal.aggregation.decimals;
