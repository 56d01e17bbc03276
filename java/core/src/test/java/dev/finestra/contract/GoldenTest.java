package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.Finestra;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.keyed.KeyCodec;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * T8: old bytes are read for ever. The museum, {@code tests/compat/core}, has a folder for each
 * release; what is in there is never changed.
 *
 * <p>A release adds its own, and an aggregation that is new after it is added likewise, with
 *
 * <pre>make golden RELEASE=0.2.0</pre>
 */
class GoldenTest {
  static final Path MUSEUM = Path.of("../../tests/compat/core");

  private static List<Path> releases() throws IOException {
    try (Stream<Path> folders = Files.list(MUSEUM)) {
      return folders.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static List<Golden> all() throws IOException {
    List<Golden> all = new java.util.ArrayList<>();
    for (Path release : releases()) {
      all.addAll(Golden.read(release));
    }
    return all;
  }

  @Test
  void shouldReadAllOfEveryRelease() throws IOException {
    long start = System.nanoTime();
    int read = 0;
    for (Golden golden : all()) {
      read += read(golden);
    }
    assertTrue(read > 0, "the museum is empty");
    Trials.report(read, "golden snapshots read, each by every algorithm that can", start);
  }

  private static int read(Golden golden) {
    if (golden.algorithm().equals(Golden.KEYED)) {
      readKeyed(golden);
      return 1;
    }
    if (!golden.algorithm().equals(Golden.ENTRIES)) {
      read(golden, golden.algorithm());
      return 1;
    }
    Aggregation<?> aggregation = Aggregations.of(golden.aggregation(), golden.input());
    List<Algorithm> readers =
        Subjects.usual().stream().filter(a -> Finestra.fits(a.name(), aggregation)).toList();
    readers.forEach(a -> read(golden, a.name()));
    return readers.size();
  }

  private static void read(Golden golden, String algorithm) {
    SlidingWindow<Object> window = Finestra.window(algorithm, golden.aggregation(), golden.input());
    String what = golden + ", read by " + algorithm;
    window.restore(golden.bytes());
    window.checkInvariants();
    assertEquals(golden.size(), window.size(), what);
    if (window.aggregation().is(Property.EXACT)) {
      assertEquals(golden.query(), String.valueOf(window.query()), what);
    }
    if (window.algorithm().is(Trait.KEEPS_ENTRIES)) {
      assertEquals(golden.entries(), Golden.entries(window), what);
    }
    window.insert(window.youngest(), (Object) null);
    window.bulkEvict(Long.MAX_VALUE);
    assertEquals(
        String.valueOf(window.aggregation().empty()), String.valueOf(window.query()), what);
  }

  private static void readKeyed(Golden golden) {
    KeyedWindows<String, Object> windows =
        Finestra.keyed("b_fiba4", golden.aggregation(), golden.input());
    windows.restore(golden.bytes(), KeyCodec.TEXT);
    windows.checkInvariants();
    assertEquals(golden.size(), windows.keys(), golden.toString());
    assertEquals(golden.query(), Golden.answers(windows), golden.toString());
  }

  /** Bytes that change need a version of their own, and the museum keeps the old ones. */
  @Test
  void shouldWriteTheBytesOfTheLastRelease() throws IOException {
    List<Path> releases = releases();
    List<Golden> last = Golden.read(releases.get(releases.size() - 1));
    for (Golden golden : Golden.written()) {
      for (Golden old : last) {
        if (old.toString().equals(golden.toString())) {
          assertArrayEquals(old.bytes(), golden.bytes(), golden.toString());
        }
      }
    }
  }

  @Test
  void shouldHoldAllThatThisBuildWrites() throws IOException {
    Set<String> held = all().stream().map(Golden::toString).collect(Collectors.toSet());
    List<String> missing =
        Golden.written().stream().map(Golden::toString).filter(g -> !held.contains(g)).toList();
    assertEquals(List.of(), missing, "not in the museum; the class comment says how to add it");
  }
}
