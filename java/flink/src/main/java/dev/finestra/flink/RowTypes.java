package dev.finestra.flink;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Row;

/** The types of result rows: the key, where the window is, the answers. */
final class RowTypes {
  private RowTypes() {}

  static <T> TypeInformation<Row> of(
      String keyName,
      TypeInformation<?> key,
      List<String> times,
      List<Column<T>> columns,
      List<String> windows) {
    List<String> names = new ArrayList<>();
    List<TypeInformation<?>> types = new ArrayList<>();
    names.add(keyName);
    types.add(key);
    for (String time : times) {
      names.add(time);
      types.add(Types.LONG);
    }
    for (Column<T> column : columns) {
      TypeInformation<?> type =
          AnswerTypes.of(column.member(), Math.max(1, column.fields().size()));
      if (windows.isEmpty()) {
        names.add(column.output());
        types.add(type);
      }
      for (String window : windows) {
        names.add(column.output() + "_" + window);
        types.add(type);
      }
    }
    Set<String> seen = new LinkedHashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException(
            "two fields of the result are named '" + name + "': " + names + "; name one otherwise");
      }
    }
    return Types.ROW_NAMED(names.toArray(String[]::new), types.toArray(TypeInformation<?>[]::new));
  }
}
