package dev.finestra.testing;

import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Random numbers for tests that do not run on many seeds. Each test gets a fresh seed; one that
 * fails prints the command that replays it. {@code -Dfinestra.seed=…} sets the seed.
 */
public final class Seeded implements BeforeEachCallback, TestExecutionExceptionHandler {
  private long seed;
  private SplittableRandom random;

  @Override
  public void beforeEach(ExtensionContext context) {
    seed = Long.getLong("finestra.seed", Trials.mix(System.nanoTime()));
    random = new SplittableRandom(seed);
  }

  public SplittableRandom random() {
    return random;
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown) {
    String test =
        context.getRequiredTestClass().getSimpleName()
            + "#"
            + context.getRequiredTestMethod().getName();
    throw new AssertionError(thrown.getMessage() + "\n" + Trials.replay(test, seed), thrown);
  }
}
