package dev.finestra.aggregation;

import dev.finestra.internal.name.Shown;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * An aggregation: a monoid (identity, combine), a lift that makes a partial result of a value, and
 * a lower that makes a result of a partial result.
 *
 * <p>Combine must be associative. It need not be commutative: windows combine older on the left,
 * newer on the right. A partial result has one of three shapes: one 64-bit word ({@link
 * LongAggregation}, the fastest; a double is held as its raw bits), a fixed number of words ({@link
 * WordsAggregation}), or an object ({@link ObjectAggregation}).
 *
 * @param <O> the result of lower
 */
public sealed interface Aggregation<O>
    permits LongAggregation, WordsAggregation, ObjectAggregation {

  /**
   * The catalog name with its parameters: {@code max}, {@code quantile(0.99)}.
   *
   * <p>Windows and snapshots tell aggregations apart by this name and {@link #input} alone. Two
   * aggregations that combine or lower differently need different names. If a name leaves out a
   * parameter, windows with other parameters are merged or restored, with wrong results.
   */
  String name();

  /** The type of its values. */
  ValueType input();

  /** The number of columns of a value; a value of several columns is an {@code Object[]}. */
  default int columns() {
    return 1;
  }

  /** The types of a row with this number of columns; throws for a number that does not fit. */
  default List<ValueType> row(int columns) {
    if (columns != columns()) {
      throw new IllegalArgumentException(
          "'%s' aggregates values of %s, not of %s."
              .formatted(name(), ValueConversions.columns(columns()), columns));
    }
    return Collections.nCopies(columns, input());
  }

  Set<Property> properties();

  default boolean is(Property property) {
    return properties().contains(property);
  }

  /** The result for no entries. */
  O empty();

  /**
   * The type of its results. The default computes a result for a few values and returns its type.
   * An aggregation that accepts only certain values must override it.
   */
  default ResultType result() {
    return ResultType.ofSample(this);
  }

  /** The type of an aggregation's values. */
  enum ValueType {
    LONG,
    DOUBLE,
    STRING;

    /** The type with this name in lower case; throws for another name. */
    public static ValueType named(String name) {
      for (ValueType type : values()) {
        if (type.name().toLowerCase(Locale.ROOT).equals(name)) {
          return type;
        }
      }
      throw new IllegalArgumentException(
          "Unknown type " + Shown.quoted(name) + ". The types are long, double, string.");
    }
  }

  /** A law that holds for an aggregation, besides associativity. */
  enum Property {
    /** a ⊗ b = b ⊗ a. */
    COMMUTATIVE,
    /** There is an inverse: the oldest value can be removed from an aggregate. */
    INVERTIBLE,
    /** a ⊗ b is a or b. */
    SELECTIVE,
    /** The size of a partial result does not grow with the number of values. */
    FIXED_SIZE,
    /** Results do not depend on the grouping of combines, not even in the last bit. */
    EXACT
  }
}
