package dev.finestra.aggregation;

import dev.finestra.name.Shown;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * An aggregation: a monoid (identity, combine) with a lift before it and a lower behind it.
 *
 * <p>Combine must be associative; it need not be commutative: windows combine older on the left,
 * newer on the right. It comes in three shapes, by what a partial aggregate is: one 64-bit word
 * ({@link LongAggregation}, the fastest; a double is kept as its raw bits), a fixed number of words
 * ({@link WordsAggregation}), or an object ({@link ObjectAggregation}).
 *
 * @param <O> what lower answers
 */
public sealed interface Aggregation<O>
    permits LongAggregation, WordsAggregation, ObjectAggregation {

  /**
   * The catalog name with its parameters: {@code max}, {@code quantile(0.99)}.
   *
   * <p>Windows and snapshots tell aggregations apart by this name and {@link #input}, and by
   * nothing else. Two that combine or lower differently need different names: one that leaves out a
   * parameter is merged with, and restored into, those of other parameters, with wrong answers.
   */
  String name();

  /** What a value may be. */
  ValueType input();

  /** How many columns a value has; a value of more than one column is an {@code Object[]}. */
  default int columns() {
    return 1;
  }

  /** The types of a row of so many columns; refuses a number of columns that does not fit. */
  default List<ValueType> row(int columns) {
    if (columns != columns()) {
      throw new IllegalArgumentException(
          name()
              + " takes values of "
              + columns()
              + (columns() == 1 ? " column" : " columns")
              + ", not of "
              + columns);
    }
    return Collections.nCopies(columns, input());
  }

  Set<Property> properties();

  default boolean is(Property property) {
    return properties().contains(property);
  }

  /** The answer for no entries: lower(identity). */
  O empty();

  /** What values an aggregation takes. */
  enum ValueType {
    LONG,
    DOUBLE,
    STRING;

    /** The type of this name, which is its own in lower case. */
    public static ValueType named(String name) {
      for (ValueType type : values()) {
        if (type.name().toLowerCase(Locale.ROOT).equals(name)) {
          return type;
        }
      }
      throw new IllegalArgumentException(
          "there is no type " + Shown.quoted(name) + "; the types are long, double, string");
    }
  }

  /** What holds for an aggregation's monoid. */
  enum Property {
    /** a ⊗ b = b ⊗ a. */
    COMMUTATIVE,
    /** There is an inverse: the oldest value can be taken out of an aggregate again. */
    INVERTIBLE,
    /** a ⊗ b is a or b. */
    SELECTIVE,
    /** A partial aggregate's size does not grow with what it holds. */
    FIXED_SIZE,
    /** Answers do not depend on the grouping of the combines, to the bit. */
    EXACT
  }
}
