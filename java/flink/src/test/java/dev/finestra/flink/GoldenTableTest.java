package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The museum of SQL's state: what queries of each release kept of a key goes on in this build, as
 * if it had never stopped.
 */
class GoldenTableTest {
  private static final Path MUSEUM = Path.of("../../tests/compat/flink-sql");
  private static final Set<String> KEPT =
      Set.of("0.1.0b4/last.state", "0.1.0b4/slides.state", "0.1.0b4/whole.state");
  private static final RowTypeInfo ROWS =
      new RowTypeInfo(
          new TypeInformation<?>[] {Types.LONG, Types.DOUBLE}, new String[] {"price", "weight"});
  private static final int BEFORE = 60;

  /** Queries by name. A new one may be added; what is here stays as it is, for its state. */
  private static Map<String, TableSpec> queries() {
    return Map.of(
        "slides", query(List.of("max", "price"), 90, 20, Emit.CORRECTIONS, "b_fiba4"),
        "last", query(List.of("collect_distinct", "weight"), 70, 0, Emit.ON_WATERMARK, "nb_fiba3"),
        "whole", query(List.of("mean", "weight"), 90, 90, Emit.ON_WATERMARK, "btree4"));
  }

  private static TableSpec query(
      List<String> aggregation, long size, long slide, Emit emit, String algorithm) {
    List<String> named = List.of("a", aggregation.get(0), aggregation.get(1));
    List<String> count = List.of("n", "count", "price");
    return TableSpec.of(
        ROWS, List.of(named, count), List.of(), size, slide, 0, 40, emit, algorithm);
  }

  /** The same rows and watermarks of one key for ever. */
  private static List<Event> events() {
    return Event.some(new Random(2018), 120, 1);
  }

  private static void take(TableWindows windows, TableState state, int from, int to)
      throws Exception {
    List<Event> events = events();
    long watermark = Long.MIN_VALUE;
    for (Event event : events.subList(0, to)) {
      boolean isNew = from-- <= 0;
      Trade trade = event.trade();
      if (trade == null) {
        watermark = event.watermark();
        if (isNew) {
          state.watermark(watermark, windows);
        }
      } else if (isNew) {
        windows.row(Row.of(trade.price, trade.weight), trade.time, watermark, state, state);
      }
    }
  }

  @Test
  void shouldGoOnWithEveryStateOfTheMuseum() throws Exception {
    Map<String, TableSpec> queries = queries();
    Set<String> museum = new TreeSet<>();
    try (Stream<Path> files = Files.walk(MUSEUM)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".state")).sorted().toList()) {
        String query = file.getFileName().toString().replace(".state", "");
        assertTrue(queries.containsKey(query), "there is no query for " + file);
        goesOn(file, queries.get(query));
        museum.add(MUSEUM.relativize(file).toString());
      }
    }
    assertTrue(museum.containsAll(KEPT), KEPT + " are not all in the museum: " + museum);
  }

  private static void goesOn(Path file, TableSpec query) throws Exception {
    int all = events().size();
    TableState never = new TableState();
    take(new TableWindows(query), never, 0, BEFORE);
    never.out();
    take(new TableWindows(query), never, BEFORE, all);
    List<String> expected = never.out();
    assertFalse(expected.isEmpty(), file + " has nothing to go on with");
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      TableState kept = TableState.read(in);
      take(new TableWindows(query), kept, BEFORE, all);
      assertEquals(expected, kept.out(), file.toString());
    }
  }

  /** {@code make golden}: adds what this build writes; what is there is never changed. */
  @Test
  @EnabledIfSystemProperty(
      named = "finestra.release",
      matches = ".+",
      disabledReason = "no test: make golden adds states by it")
  void writeStates() throws Exception {
    Path release = GoldenSavepointTest.newRelease(MUSEUM);
    for (Map.Entry<String, TableSpec> query : queries().entrySet()) {
      Path file = release.resolve(query.getKey() + ".state");
      TableState state = new TableState();
      take(new TableWindows(query.getValue()), state, 0, BEFORE);
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
        state.write(out);
      }
    }
  }
}
