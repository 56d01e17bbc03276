package dev.finestra.internal.aggregation.tuples;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.LongAggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.ResultType;
import dev.finestra.aggregation.ValueConversions;
import dev.finestra.aggregation.WordsAggregation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The aggregations in a tuple, and the columns of a row that each of them aggregates.
 *
 * <p>Either all members share the columns of a row: each takes as many as it needs, from the first
 * on. Or the row has separate columns for each member, one after the other. A plain value is one
 * column. A member whose column is null skips the row.
 */
final class TupleMembers {
  /** The most members: each has a bit in one word. */
  static final int MOST = 64;

  final List<Aggregation<?>> all;

  /** The members, each in the shape of an object. */
  final List<ObjectAggregation<Object, ?>> asObjects;

  /**
   * Whether the identity of a member looks like a value; then bits say which members have seen one.
   */
  final boolean tracked;

  private final int shared;
  private final int[] own;

  TupleMembers(List<Aggregation<?>> all) {
    this.all = List.copyOf(all);
    this.asObjects =
        all.stream().<ObjectAggregation<Object, ?>>map(TupleMembers::asObject).toList();
    this.tracked =
        asObjects.stream().anyMatch(a -> !Objects.equals(a.lower(a.identity()), a.empty()));
    this.shared = all.stream().mapToInt(Aggregation::columns).max().orElseThrow();
    this.own = new int[all.size() + 1];
    for (int i = 0; i < all.size(); i++) {
      own[i + 1] = own[i] + all.get(i).columns();
    }
  }

  @SuppressWarnings("unchecked")
  private static ObjectAggregation<Object, ?> asObject(Aggregation<?> member) {
    return (ObjectAggregation<Object, ?>)
        (member instanceof ObjectAggregation<?, ?> object
            ? object
            : new WordsAsObject<>(asWords(member)));
  }

  /** A member that holds words. */
  static WordsAggregation<?> asWords(Aggregation<?> member) {
    return member instanceof LongAggregation<?> one ? one.asWords() : (WordsAggregation<?>) member;
  }

  String name() {
    return "tuple(" + String.join(",", all.stream().map(Aggregation::name).toList()) + ")";
  }

  ValueType input() {
    return all.get(0).input();
  }

  /** The number of columns of a row that all members share. */
  int columns() {
    return shared;
  }

  /** The column types of a row, shared or with separate columns for each member. */
  List<ValueType> row(String name, int columns) {
    if (columns == shared) {
      return sharedTypes();
    }
    if (columns == own[all.size()]) {
      List<ValueType> types = new ArrayList<>();
      all.forEach(a -> types.addAll(a.row(a.columns())));
      return types;
    }
    throw new IllegalArgumentException(
        "'%s' needs %s that its members share, or %s, not %s."
            .formatted(
                name,
                ValueConversions.columns(shared),
                ValueConversions.columns(own[all.size()]),
                ValueConversions.columns(columns)));
  }

  /** For each column the type that all members accept; a member over doubles accepts longs. */
  private List<ValueType> sharedTypes() {
    List<ValueType> types = new ArrayList<>();
    for (Aggregation<?> member : all) {
      List<ValueType> row = member.row(member.columns());
      for (int i = 0; i < row.size(); i++) {
        if (i == types.size()) {
          types.add(row.get(i));
        } else if (row.get(i) == ValueType.LONG) {
          types.set(i, ValueType.LONG);
        }
      }
    }
    return types;
  }

  /** Rejects a value that should be a row and is not, and a row of the wrong length. */
  void check(String name, Object value) {
    int columns = value instanceof Object[] row ? row.length : 1;
    if (columns != shared && columns != own[all.size()]) {
      row(name, columns);
    }
  }

  /** A member's part of a checked value; null if the member skips the value. */
  Object part(int member, Object value) {
    if (!(value instanceof Object[] row)) {
      return value;
    }
    int columns = own[member + 1] - own[member];
    int from = row.length == shared ? 0 : own[member];
    if (columns == 1) {
      return row[from];
    }
    Object[] part = Arrays.copyOfRange(row, from, from + columns);
    return Arrays.stream(part).allMatch(Objects::isNull) ? null : part;
  }

  /** The properties that all members have. */
  Set<Property> properties() {
    EnumSet<Property> common = EnumSet.allOf(Property.class);
    all.forEach(a -> common.retainAll(a.properties()));
    common.remove(Property.SELECTIVE);
    if (tracked) {
      // Bits say which members have values, and a bit cannot be removed again.
      common.remove(Property.INVERTIBLE);
    }
    return common;
  }

  /** The type of all results together. */
  ResultType result() {
    return ResultType.ofList(all.stream().map(Aggregation::result).toList());
  }

  /** The results for no entries. */
  List<Object> empty() {
    return Collections.unmodifiableList(
        Arrays.asList(all.stream().map(Aggregation::empty).toArray()));
  }
}
