package dev.finestra.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tests that a short run owes to the push: those that it skipped, or ran with fewer trials.
 *
 * <p>Each module has its list in {@code target/owed-tests.txt}, one {@code Class#method} per line,
 * for {@code make check}.
 */
final class Owed {
  private static final Path LIST = Path.of("target", "owed-tests.txt");
  private static final Set<String> NOTED = ConcurrentHashMap.newKeySet();

  private Owed() {}

  static void note(String test) {
    if (!NOTED.add(test) || !Files.isDirectory(LIST.getParent())) {
      return;
    }
    try {
      Files.writeString(LIST, test + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }
}
