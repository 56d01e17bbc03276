/** Tests of aggregations: their laws, and their results compared with naive ones. */
package dev.finestra.aggregation;
