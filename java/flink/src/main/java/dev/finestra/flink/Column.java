package dev.finestra.flink;

import java.io.Serializable;
import java.util.List;

/**
 * An answer by name: an aggregation over fields.
 *
 * @param output the name of the answer
 * @param member the aggregation
 * @param fields what it takes; none where it counts rows
 */
record Column<T>(String output, Member member, List<Fields.Typed<T>> fields)
    implements Serializable {

  Column {
    fields = List.copyOf(fields);
  }

  /** An element's part for this aggregation; null where it skips the element. */
  Object of(T element) throws Exception {
    int count = fields.size();
    if (count == 1) {
      return fields.get(0).field().of(element);
    }
    if (count == 0) {
      return 1L;
    }
    Object[] row = new Object[count];
    boolean some = false;
    for (int i = 0; i < count; i++) {
      row[i] = fields.get(i).field().of(element);
      some |= row[i] != null;
    }
    return some ? row : null;
  }
}
