package dev.finestra.contract;

import dev.finestra.SlidingWindows;
import dev.finestra.testing.CatalogDocs;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Keeps docs/algorithms.md equal to the catalog. */
class AlgorithmDocsTest {
  @Test
  void shouldListEveryAlgorithm() throws IOException {
    CatalogDocs.checkAlgorithms(Path.of("../../docs/algorithms.md"), SlidingWindows.algorithms());
  }
}
