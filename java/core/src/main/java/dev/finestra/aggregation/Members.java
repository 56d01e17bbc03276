package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The aggregations in a tuple, and which of a row's columns each takes.
 *
 * <p>A value is shared by all members: each takes the first of its columns, as many as it needs; a
 * plain value is one column. Or a row has columns of its own for each member, one after the other.
 * A member whose column is null skips the row.
 */
final class Members {
  /** The most members, each of which has a bit of a word. */
  static final int MOST = 64;

  final List<Aggregation<?>> all;
  private final int shared;
  private final int[] own;

  Members(List<Aggregation<?>> all) {
    this.all = List.copyOf(all);
    this.shared = all.stream().mapToInt(Aggregation::columns).max().orElseThrow();
    this.own = new int[all.size() + 1];
    for (int i = 0; i < all.size(); i++) {
      own[i + 1] = own[i] + all.get(i).columns();
    }
  }

  String name() {
    return "tuple(" + String.join(",", all.stream().map(Aggregation::name).toList()) + ")";
  }

  ValueType input() {
    return all.get(0).input();
  }

  /** The columns of a row that all share. */
  int columns() {
    return shared;
  }

  /** The types of a row that is shared, or that has columns for each. */
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
        name
            + " takes values of "
            + columns(shared)
            + " that its members share, or of "
            + columns(own[all.size()])
            + ", not of "
            + columns(columns));
  }

  /** For each column the type that all members take: a long is a double to those that ask one. */
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

  private static String columns(int count) {
    return count + (count == 1 ? " column" : " columns");
  }

  /** Refuses a value that is no row where one is needed, or one of a length that does not fit. */
  void check(String name, Object value) {
    int columns = value instanceof Object[] row ? row.length : 1;
    if (columns != shared && columns != own[all.size()]) {
      row(name, columns);
    }
  }

  /** A member's part of a value that was checked: null where it skips it. */
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

  /** What holds for all members. */
  Set<Property> properties(boolean tracked) {
    EnumSet<Property> common = EnumSet.allOf(Property.class);
    all.forEach(a -> common.retainAll(a.properties()));
    common.remove(Property.SELECTIVE);
    if (tracked) {
      // Which members have values is kept as bits, and those cannot be taken out again.
      common.remove(Property.INVERTIBLE);
    }
    return Collections.unmodifiableSet(common);
  }

  /** The answers for no entries. */
  List<Object> empty() {
    return Collections.unmodifiableList(
        Arrays.asList(all.stream().map(Aggregation::empty).toArray()));
  }
}
