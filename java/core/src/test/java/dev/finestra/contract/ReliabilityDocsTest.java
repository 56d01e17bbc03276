package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/reliability.md names every test of core, sketches and bench, and no other. */
class ReliabilityDocsTest {
  private static final Path MODULES = Path.of("..");
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)`");

  @Test
  void shouldNameEveryTest() throws IOException {
    Set<String> there = new TreeSet<>();
    try (Stream<Path> files = Files.find(MODULES, 20, (path, is) -> is.isRegularFile())) {
      files
          .map(Path::toString)
          .filter(f -> f.matches(".*/(core|sketches|bench)/src/(test|fuzz)/java/.*Test\\.java"))
          .map(f -> f.replaceFirst(".*/", "").replaceFirst("\\.java$", ""))
          .forEach(there::add);
    }
    String page = Files.readString(MODULES.resolve("../docs/reliability.md"));
    Set<String> named =
        NAMED.matcher(page).results().map(found -> found.group(1)).collect(Collectors.toSet());
    assertTrue(there.size() > 1, "no tests were found");
    assertEquals(there, new TreeSet<>(named), "a test needs its line in docs/reliability.md");
  }
}
