/** Tests of the aggregations: their laws, and their answers against naive ones. */
package dev.finestra.aggregation;
