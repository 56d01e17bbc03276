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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keeps docs/reliability.md correct: it names every test of the contract. Neither it nor the page
 * of long runs names a test that does not exist.
 */
class ReliabilityDocsTest {
  private static final Path MODULES = Path.of("..");
  private static final Path DOCS = MODULES.resolve("../docs");
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)`");

  private static Set<String> tests(String below) throws IOException {
    try (Stream<Path> files = Files.find(MODULES, 20, (path, is) -> is.isRegularFile())) {
      return files
          .map(Path::toString)
          .filter(f -> f.matches(".*/src/(test|fuzz)/[\\w.-]+/" + below + "Test\\.\\w+"))
          .map(f -> f.replaceFirst(".*/", "").replaceFirst("\\.\\w+$", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Set<String> named(String page) throws IOException {
    return NAMED
        .matcher(Files.readString(DOCS.resolve(page)))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void shouldNameEveryTestOfTheContract() throws IOException {
    Set<String> unnamed = tests("dev/finestra/contract/.*");
    unnamed.removeAll(named("reliability.md"));
    assertEquals(Set.of(), unnamed, "add these tests to a promise in docs/reliability.md");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reliability.md", "measurements/reliability.md"})
  void shouldNameNoTestThatDoesNotExist(String page) throws IOException {
    Set<String> gone = named(page);
    gone.removeAll(tests(".*"));
    assertEquals(Set.of(), gone, "docs/" + page + " names these tests, which do not exist");
  }
}
