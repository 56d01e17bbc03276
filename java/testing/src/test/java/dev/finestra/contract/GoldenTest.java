package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.keyed.KeyCodec;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.testing.Museum;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every build reads the snapshots of every release. They are in the {@link Museum}; a release adds
 * its own with {@code make golden RELEASE=0.2.0}.
 */
class GoldenTest {
  private static final Museum MUSEUM = new Museum("core");

  @Test
  void shouldReadAllOfEveryRelease() throws IOException {
    long start = System.nanoTime();
    int read = 0;
    for (Path release : MUSEUM.folders()) {
      for (Golden golden : Golden.read(release)) {
        read += read(golden);
      }
    }
    Trials.report(read, "golden snapshots read, each by every algorithm that can", start);
  }

  /** This build can read the files that it writes, even before the first release. */
  @Test
  void shouldReadTheFilesThatThisBuildWrites(@TempDir Path release) throws IOException {
    List<Golden> written = Golden.written();
    Golden.write(release, written);
    List<Golden> read = Golden.read(release);
    assertEquals(written.size(), read.size());
    for (Golden golden : read) {
      assertTrue(read(golden) > 0, golden + " is read by no algorithm");
    }
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
        Subjects.usual().stream().filter(a -> SlidingWindows.fits(a.name(), aggregation)).toList();
    readers.forEach(a -> read(golden, a.name()));
    return readers.size();
  }

  private static void read(Golden golden, String algorithm) {
    SlidingWindow<Object> window =
        SlidingWindows.of(algorithm, golden.aggregation(), golden.input());
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
        SlidingWindows.keyed("b_fiba4", golden.aggregation(), golden.input());
    windows.restore(golden.bytes(), KeyCodec.TEXT);
    windows.checkInvariants();
    assertEquals(golden.size(), windows.keys(), golden.toString());
    assertEquals(golden.query(), Golden.answers(windows), golden.toString());
  }

  /** A layout that changes needs a new version byte; then this test compares that version alone. */
  @Test
  void shouldWriteTheBytesOfTheLastRelease() throws IOException {
    List<Path> releases = MUSEUM.folders();
    if (releases.isEmpty()) {
      return;
    }
    Map<String, Golden> last = byName(Golden.read(releases.get(releases.size() - 1)));
    for (Golden golden : Golden.written()) {
      Golden old = last.get(golden.toString());
      if (old != null) {
        assertArrayEquals(old.bytes(), golden.bytes(), golden.toString());
      }
    }
  }

  /** An aggregation that is new after a release needs an exhibit too: {@code make golden}. */
  @Test
  void shouldHaveAnExhibitForEverySnapshot() throws IOException {
    List<Path> releases = MUSEUM.folders();
    if (releases.isEmpty()) {
      return;
    }
    Set<String> missing = new TreeSet<>(byName(Golden.written()).keySet());
    for (Path release : releases) {
      missing.removeAll(byName(Golden.read(release)).keySet());
    }
    assertEquals(Set.of(), missing, "not in the museum; add it with make golden RELEASE=…");
  }

  private static Map<String, Golden> byName(List<Golden> all) {
    return all.stream().collect(Collectors.toMap(Golden::toString, golden -> golden));
  }

  /** {@code make golden}: adds the snapshots that this build writes. */
  @Test
  @EnabledIfSystemProperty(
      named = Museum.RELEASE,
      matches = ".+",
      disabledReason = "make golden adds the snapshots of a release by it")
  void writeSnapshots() throws IOException {
    Golden.write(MUSEUM.newFolder(), Golden.written());
  }
}
