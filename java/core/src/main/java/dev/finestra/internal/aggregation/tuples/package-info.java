/**
 * {@code tuple(…)}: several aggregations over the same window as one, so that they share the
 * structure.
 *
 * <p>If all members hold words, so does the tuple: {@code TupleOfWords} puts their words one after
 * the other. If a member holds an object, {@code TupleOfObjects} holds one partial result for each,
 * and {@code WordsAsObject} gives every member the same shape. {@code TupleMembers} decides which
 * columns of a row each member aggregates.
 *
 * <p>The result is a list with the members' results. A member whose columns are null skips the row,
 * and returns its result for no entries if it skipped all of them.
 */
package dev.finestra.internal.aggregation.tuples;
