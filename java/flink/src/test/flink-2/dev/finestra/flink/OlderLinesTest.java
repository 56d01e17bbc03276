package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.Museum;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Flink 2 restores the savepoints that Finestra wrote on Flink 1.20. */
class OlderLinesTest {
  /** Their accumulators are lists, which Flink gives to Kryo; the lines have different versions. */
  private static final Set<String> OF_KRYO = Set.of("function", "whole");

  @Test
  void shouldRestoreTheSavepointsOfFlink1() throws Exception {
    int restored = 0;
    for (Path savepoint : new Museum("flink-1.20").exhibits(".savepoint")) {
      if (!OF_KRYO.contains(GoldenSavepointTest.job(savepoint))) {
        GoldenSavepointTest.assertContinues(savepoint);
        restored++;
      }
    }
    assertTrue(restored > 0, "the museum has no savepoint of Flink 1.20");
  }
}
