package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/reliability.md names every test of the contract and of the algorithms, and none that is not
 * there.
 */
class ReliabilityDocsTest {
  private static final Path MODULES = Path.of("..");
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)`");

  private static Set<String> tests(String below) throws IOException {
    try (Stream<Path> files = Files.find(MODULES, 20, (path, is) -> is.isRegularFile())) {
      return files
          .map(Path::toString)
          .filter(f -> f.matches(".*/src/(test|fuzz)/(java|scala)/" + below + "Test\\.\\w+"))
          .map(f -> f.replaceFirst(".*/", "").replaceFirst("\\.\\w+$", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void shouldNameEveryTest() throws IOException {
    String page = Files.readString(MODULES.resolve("../docs/reliability.md"));
    Set<String> named =
        NAMED.matcher(page).results().map(found -> found.group(1)).collect(Collectors.toSet());
    Set<String> unnamed = tests("dev/finestra/(contract|window)/.*");
    unnamed.removeAll(named);
    assertEquals(Set.of(), unnamed, "a test needs its line in docs/reliability.md");
    Set<String> gone = new TreeSet<>(named);
    gone.removeAll(tests(".*"));
    assertEquals(Set.of(), gone, "docs/reliability.md names tests that are not there");
  }
}
