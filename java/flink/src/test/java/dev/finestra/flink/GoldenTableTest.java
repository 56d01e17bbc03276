package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.internal.operator.TableWindows;
import dev.finestra.flink.internal.rows.InputFields;
import dev.finestra.flink.internal.table.TableWindowSpec;
import dev.finestra.testing.Museum;
import dev.finestra.windowing.Emit;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every build restores the state that SQL queries of every release stored for a key. The restored
 * query then has the results of a query that never stopped. The states are in the {@link Museum}.
 */
class GoldenTableTest {
  private static final Museum MUSEUM = new Museum("flink-sql");
  private static final RowTypeInfo ROWS =
      new RowTypeInfo(
          new TypeInformation<?>[] {Types.LONG, Types.DOUBLE}, new String[] {"price", "weight"});
  private static final int BEFORE = 60;

  /** Queries by name. Add new queries, but never change one: its state is in the museum. */
  private static Map<String, TableWindowSpec<Row>> queries() {
    return Map.of(
        "slides", query(List.of("max", "price"), 90, 20, Emit.CORRECTIONS, "b_fiba4"),
        "last", query(List.of("collect_distinct", "weight"), 70, 0, Emit.ON_WATERMARK, "nb_fiba3"),
        "whole", query(List.of("mean", "weight"), 90, 90, Emit.ON_WATERMARK, "btree4"));
  }

  private static TableWindowSpec<Row> query(
      List<String> aggregation, long size, long slide, Emit emit, String algorithm) {
    List<String> named = List.of("a", aggregation.get(0), aggregation.get(1));
    List<String> count = List.of("n", "count", "price");
    return TableWindowSpec.of(
        name -> InputFields.of(ROWS, name),
        null,
        List.of(named, count),
        List.of(),
        size,
        slide,
        0,
        40,
        emit,
        algorithm);
  }

  /** These rows and watermarks of one key never change. */
  private static List<KeyedEvent> events() {
    return KeyedEvent.some(new Random(2018), 120, 1);
  }

  private static void feed(TableWindows windows, TableState state, int from, int to)
      throws Exception {
    List<KeyedEvent> events = events();
    long watermark = Long.MIN_VALUE;
    for (KeyedEvent event : events.subList(0, to)) {
      boolean isNew = from-- <= 0;
      Trade trade = event.trade();
      if (trade == null) {
        watermark = event.watermark();
        if (isNew) {
          state.watermark(watermark, windows);
        }
      } else if (isNew) {
        windows.row(Row.of(trade.price, trade.weight), trade.time, watermark, state.pages);
      }
    }
  }

  @Test
  void shouldRestoreEveryStateOfTheMuseum() throws Exception {
    for (Path state : MUSEUM.exhibits(".state")) {
      assertContinues(state);
    }
  }

  /** The same for states of this build, which the next release adds to the museum. */
  @Test
  void shouldRestoreTheStatesOfThisBuild(@TempDir Path folder) throws Exception {
    write(folder);
    for (Path state : Museum.files(folder, ".state")) {
      assertContinues(state);
    }
  }

  private static void assertContinues(Path state) throws Exception {
    String query = state.getFileName().toString().replace(".state", "");
    assertTrue(queries().containsKey(query), "No query has the name of the file " + state);
    assertContinues(state, queries().get(query));
  }

  private static void assertContinues(Path file, TableWindowSpec<Row> query) throws Exception {
    int all = events().size();
    TableState never = new TableState();
    feed(new TableWindows(query, never), never, 0, BEFORE);
    never.out();
    feed(new TableWindows(query, never), never, BEFORE, all);
    List<String> expected = never.out();
    assertFalse(expected.isEmpty(), file + " leaves nothing to compare: no result is due after it");
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      TableState kept = TableState.read(in);
      feed(new TableWindows(query, kept), kept, BEFORE, all);
      assertEquals(expected, kept.out(), file.toString());
    }
  }

  /** {@code make golden}: adds the states of this build. */
  @Test
  @EnabledIfSystemProperty(
      named = Museum.RELEASE,
      matches = ".+",
      disabledReason = "set by make golden, which adds the states of a release")
  void writeStates() throws Exception {
    write(MUSEUM.newFolder());
  }

  private static void write(Path folder) throws Exception {
    for (Map.Entry<String, TableWindowSpec<Row>> query : queries().entrySet()) {
      TableState state = new TableState();
      feed(new TableWindows(query.getValue(), state), state, 0, BEFORE);
      Path file = folder.resolve(query.getKey() + ".state");
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
        state.write(out);
      }
    }
  }
}
