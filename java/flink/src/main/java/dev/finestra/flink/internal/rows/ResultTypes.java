package dev.finestra.flink.internal.rows;

import dev.finestra.aggregation.ResultType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;

/** The Flink types of the results of aggregations, and of rows of them. */
public final class ResultTypes {
  private static final TypeInformation<Object> ANYTHING = Types.GENERIC(Object.class);

  private ResultTypes() {}

  /** The type of result rows: the key or its fields, the times of the window, the results. */
  public static <T> TypeInformation<Row> of(
      List<String> keyNames,
      TypeInformation<?> key,
      List<String> times,
      TypeInformation<?> time,
      List<ResultColumn<T>> columns,
      List<String> windows) {
    List<String> names = new ArrayList<>();
    List<TypeInformation<?>> types = new ArrayList<>();
    names.addAll(keyNames);
    if (keyNames.size() == 1) {
      types.add(key);
    } else {
      types.addAll(List.of(((RowTypeInfo) key).getFieldTypes()));
    }
    for (String name : times) {
      names.add(name);
      types.add(time);
    }
    List<String> suffixes =
        windows.isEmpty() ? List.of("") : windows.stream().map("_"::concat).toList();
    for (ResultColumn<T> column : columns) {
      for (String suffix : suffixes) {
        names.add(column.output() + suffix);
        types.add(of(column.type()));
      }
    }
    Set<String> seen = new LinkedHashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException(
            "Two fields of the result are named '" + name + "': " + names + "; rename one of them");
      }
    }
    return Types.ROW_NAMED(names.toArray(String[]::new), types.toArray(TypeInformation<?>[]::new));
  }

  /** The Flink type of an aggregation's results. */
  static TypeInformation<?> of(ResultType type) {
    if (type instanceof ResultType.Single single) {
      return switch (single) {
        case LONG -> Types.LONG;
        case DOUBLE -> Types.DOUBLE;
        case STRING -> Types.STRING;
        case BOOLEAN -> Types.BOOLEAN;
      };
    }
    if (type instanceof ResultType.Decimal) {
      return Types.BIG_DEC;
    }
    if (type instanceof ResultType.ListOf list) {
      TypeInformation<?> element = of(list.element());
      return element.equals(ANYTHING) ? ANYTHING : Types.LIST(element);
    }
    if (type instanceof ResultType.Fields map) {
      return Types.MAP(of(map.key()), common(map.fields().values()));
    }
    // A tuple of results of different types: Flink's types have no list of those.
    return ANYTHING;
  }

  private static TypeInformation<?> common(Collection<ResultType> types) {
    List<? extends TypeInformation<?>> all = types.stream().map(ResultTypes::of).toList();
    return all.stream().allMatch(all.get(0)::equals) ? all.get(0) : ANYTHING;
  }
}
