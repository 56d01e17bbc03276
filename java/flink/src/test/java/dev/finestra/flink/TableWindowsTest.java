package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.internal.operator.TableWindows;
import dev.finestra.flink.internal.rows.InputFields;
import dev.finestra.flink.internal.table.TableWindowSpec;
import dev.finestra.windowing.Emit;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

/** The state of a SQL query can only be restored by the query that wrote it. */
class TableWindowsTest {
  private static final RowTypeInfo ROWS =
      new RowTypeInfo(new TypeInformation<?>[] {Types.LONG}, new String[] {"price"});

  private final TableState state = new TableState();

  private TableWindows windows(String aggregation, long size, String algorithm) {
    return new TableWindows(
        TableWindowSpec.of(
            name -> InputFields.of(ROWS, name),
            null,
            List.of(List.of("a", aggregation, "price")),
            List.of(),
            size,
            5,
            0,
            0,
            Emit.ON_WATERMARK,
            algorithm),
        state);
  }

  @Test
  void shouldRejectAKeyNamedLikeAResultColumn() {
    for (String name : List.of("window_end", "event_time")) {
      String refused =
          assertThrows(
                  IllegalArgumentException.class,
                  () ->
                      TableWindowSpec.of(
                          field -> InputFields.of(ROWS, field),
                          null,
                          List.of(List.of("a", "max", "price")),
                          List.of(name),
                          10,
                          name.equals("event_time") ? 0 : 5,
                          0,
                          0,
                          Emit.ON_WATERMARK,
                          "auto"))
              .getMessage();
      assertTrue(refused.contains("A key column is named '" + name + "'"), refused);
    }
  }

  @Test
  void shouldRestoreTheStateOfTheSameQueryOnly() throws Exception {
    windows("max", 10, "b_fiba4").row(Row.of(7L), 1, Long.MIN_VALUE, state.pages);
    Map<Integer, byte[]> before = state.pages();
    for (TableWindows other :
        List.of(
            windows("max", 20, "b_fiba4"),
            windows("min", 10, "b_fiba4"),
            windows("max", 10, "b_fiba2"))) {
      IllegalStateException refusal =
          assertThrows(IllegalStateException.class, () -> other.row(Row.of(8L), 2, 0, state.pages));
      assertTrue(refusal.getMessage().contains("belongs to other windows"), refusal.toString());
      assertEquals(before, state.pages());
    }
    windows("max", 10, "b_fiba4").fire(4, state.pages);
    assertEquals(List.of("+I -5 5 [7]"), state.out());
  }

  @Test
  void shouldReportARowInNoWindow() throws Exception {
    TableWindows windows = windows("max", 3, "b_fiba4");
    assertTrue(windows.row(Row.of(7L), 4, Long.MIN_VALUE, state.pages));
    assertTrue(windows.row(Row.of(8L), 5, Long.MIN_VALUE, state.pages));
    assertEquals(List.of("in no window"), state.out());
  }
}
