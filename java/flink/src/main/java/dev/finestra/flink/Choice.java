package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.name.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Which of the catalog's aggregations a name means over fields of these types. */
final class Choice {
  private static final Set<String> BY = Set.of("arg_min", "arg_max");

  private Choice() {}

  /** Chooses; refuses a name, fields or types that do not fit with those that do. */
  static Member of(String text, List<? extends Fields.Typed<?>> fields) {
    Name name = Name.parse(text);
    if (fields.isEmpty() && !name.base().equals("count")) {
      // The name is looked up first, so that an unknown one is what is refused.
      Aggregation<?> aggregation = Aggregations.of(name, someType(name));
      throw new IllegalArgumentException(
          "'"
              + text
              + "' needs the name of the field that it takes (of "
              + aggregation.columns()
              + (aggregation.columns() == 1 ? " field)" : " fields)")
              + "; only count goes without");
    }
    List<ValueType> types = new ArrayList<>();
    fields.forEach(f -> types.add(f.values()));
    ValueType first = types.isEmpty() ? ValueType.LONG : types.get(0);
    if (BY.contains(name.base()) && name.parameters().isEmpty() && types.size() == 2) {
      name = Name.parse(name.base() + (types.get(1) == ValueType.LONG ? "(long)" : "(double)"));
    } else if (first == ValueType.LONG && types.contains(ValueType.DOUBLE)) {
      first = ValueType.DOUBLE;
    }
    Member member = new Member(name.toString(), first);
    List<ValueType> row = member.aggregation().row(Math.max(1, types.size()));
    for (int i = 0; i < types.size(); i++) {
      boolean widens = row.get(i) == ValueType.DOUBLE && types.get(i) == ValueType.LONG;
      if (row.get(i) != types.get(i) && !widens) {
        throw new IllegalArgumentException(
            "'"
                + text
                + "' takes "
                + words(row.get(i))
                + " in the place of the field '"
                + fields.get(i).name()
                + "', which has "
                + words(types.get(i)));
      }
    }
    return member;
  }

  private static ValueType someType(Name name) {
    return Aggregations.forms().stream()
        .filter(f -> f.name().equals(name.base()))
        .map(f -> f.inputs().iterator().next())
        .findFirst()
        .orElse(ValueType.LONG);
  }

  private static String words(ValueType type) {
    return type.name().toLowerCase(java.util.Locale.ROOT) + "s";
  }
}
