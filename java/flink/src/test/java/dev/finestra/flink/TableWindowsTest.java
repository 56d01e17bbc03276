package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

/** State of a query of SQL goes on with the query that it is of, and with no other. */
class TableWindowsTest {
  private static final RowTypeInfo ROWS =
      new RowTypeInfo(new TypeInformation<?>[] {Types.LONG}, new String[] {"price"});

  private final Map<Integer, byte[]> state = new HashMap<>();
  private final List<String> emitted = new ArrayList<>();

  private static TableWindows windows(String aggregation, long size, String algorithm) {
    return new TableWindows(
        TableSpec.of(
            ROWS,
            List.of(List.of("a", aggregation, "price")),
            List.of(),
            size,
            5,
            0,
            0,
            Emit.ON_WATERMARK,
            algorithm));
  }

  @Test
  void shouldRefuseAKeyNamedAsAColumnOfTheAnswer() {
    for (String name : List.of("window_end", "event_time")) {
      String refused =
          assertThrows(
                  IllegalArgumentException.class,
                  () ->
                      TableSpec.of(
                          ROWS,
                          List.of(List.of("a", "max", "price")),
                          List.of(name),
                          10,
                          name.equals("event_time") ? 0 : 5,
                          0,
                          0,
                          Emit.ON_WATERMARK,
                          "auto"))
              .getMessage();
      assertTrue(refused.contains("a key is named '" + name + "'"), refused);
    }
  }

  private final TableWindows.Pages pages =
      new TableWindows.Pages() {
        @Override
        public byte[] get(int id) {
          return state.get(id);
        }

        @Override
        public void put(int id, byte[] page) {
          state.put(id, page);
        }

        @Override
        public void remove(int id) {
          state.remove(id);
        }
      };

  private final TableWindows.Out out =
      new TableWindows.Out() {
        @Override
        public void emit(long start, long end, Object[] answers, RowKind kind) {
          emitted.add(start + " " + end + " " + Arrays.toString(answers));
        }

        @Override
        public void ring(long at, long instead) {
          // The test rings by itself.
        }

        @Override
        public void between() {
          emitted.add("between");
        }
      };

  @Test
  void shouldGoOnWithTheSameQueryOnly() throws Exception {
    windows("max", 10, "b_fiba4").row(Row.of(7L), 1, Long.MIN_VALUE, pages, out);
    Map<Integer, byte[]> before = new HashMap<>(state);
    for (TableWindows other :
        List.of(
            windows("max", 20, "b_fiba4"),
            windows("min", 10, "b_fiba4"),
            windows("max", 10, "b_fiba2"))) {
      IOException refusal =
          assertThrows(IOException.class, () -> other.row(Row.of(8L), 2, 0, pages, out));
      assertTrue(refusal.getMessage().contains("of other windows"), refusal.toString());
      assertEquals(before, state);
    }
    windows("max", 10, "b_fiba4").ring(4, pages, out);
    assertEquals(List.of("-5 5 [7]"), emitted);
  }

  @Test
  void shouldSayThatARowIsInNoWindow() throws Exception {
    TableWindows windows = windows("max", 3, "b_fiba4");
    assertTrue(windows.row(Row.of(7L), 4, Long.MIN_VALUE, pages, out));
    assertTrue(windows.row(Row.of(8L), 5, Long.MIN_VALUE, pages, out));
    assertEquals(List.of("between"), emitted);
  }
}
