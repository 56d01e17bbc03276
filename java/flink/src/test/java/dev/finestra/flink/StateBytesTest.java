package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.flink.internal.aggregate.Partials;
import dev.finestra.flink.internal.aggregate.WindowFormat;
import dev.finestra.flink.internal.state.StateEntrySerializer;
import dev.finestra.windowing.internal.columns.ColumnAggregations;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import dev.finestra.windowing.internal.state.EntryPages;
import dev.finestra.windowing.internal.state.StateEntry;
import java.io.IOException;
import java.util.List;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/** The bytes of a key's state on RocksDB, without Flink's key. */
class StateBytesTest {
  private static final long HOUR = 3_600_000;

  @Test
  void shouldStoreAKeyWithOneRowInLessThanFortyBytes() throws IOException {
    for (String name : List.of("sum", "max", "count")) {
      List<TypedAggregation> columns = List.of(new TypedAggregation(name, ValueType.DOUBLE));
      var headers =
          SlidingWindows.paged("fiba", ColumnAggregations.of(columns), new EntryPages(null))
              .smallHeaders();
      long pane = 500_000 * HOUR;
      Object[] row = {0.1};
      StateEntry entry = new StateEntry();
      assertTrue(headers.begin(entry, pane, row));
      entry.setNext(pane + HOUR);
      DataOutputSerializer out = new DataOutputSerializer(64);
      new StateEntrySerializer(
              new Partials(WindowFormat.stored(""), columns, List.of("x"), "", null))
          .serialize(entry, out);
      assertTrue(out.length() < 40, name + ": " + out.length() + " bytes");
    }
  }
}
