package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

/** State of a query of SQL goes on with the query that it is of, and with no other. */
class TableWindowsTest {
  private static final RowTypeInfo ROWS =
      new RowTypeInfo(new TypeInformation<?>[] {Types.LONG}, new String[] {"price"});

  private final TableState state = new TableState();

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

  @Test
  void shouldGoOnWithTheSameQueryOnly() throws Exception {
    windows("max", 10, "b_fiba4").row(Row.of(7L), 1, Long.MIN_VALUE, state, state);
    Map<Integer, byte[]> before = state.pages();
    for (TableWindows other :
        List.of(
            windows("max", 20, "b_fiba4"),
            windows("min", 10, "b_fiba4"),
            windows("max", 10, "b_fiba2"))) {
      IOException refusal =
          assertThrows(IOException.class, () -> other.row(Row.of(8L), 2, 0, state, state));
      assertTrue(refusal.getMessage().contains("of other windows"), refusal.toString());
      assertEquals(before, state.pages());
    }
    windows("max", 10, "b_fiba4").ring(4, state, state);
    assertEquals(List.of("+I -5 5 [7]"), state.out());
  }

  @Test
  void shouldSayThatARowIsInNoWindow() throws Exception {
    TableWindows windows = windows("max", 3, "b_fiba4");
    assertTrue(windows.row(Row.of(7L), 4, Long.MIN_VALUE, state, state));
    assertTrue(windows.row(Row.of(8L), 5, Long.MIN_VALUE, state, state));
    assertEquals(List.of("between"), state.out());
  }
}
