package dev.finestra.testing;

import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Random numbers for tests that need some but are not run on many seeds: of a fresh seed for each
 * test, which one that fails tells; {@code -Dfinestra.seed} sets it again.
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
    throw new AssertionError(
        "%s%nreplay with: make replay T=%s#%s SEED=%d"
            .formatted(
                thrown.getMessage(),
                context.getRequiredTestClass().getSimpleName(),
                context.getRequiredTestMethod().getName(),
                seed),
        thrown);
  }
}
