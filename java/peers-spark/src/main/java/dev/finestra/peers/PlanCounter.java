package dev.finestra.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.util.QueryExecutionListener;

/**
 * Counts the queries that ran, and those whose plan has an operator of Finestra. When the JVM ends,
 * both numbers go into the file that the property {@code finestra.plans} names.
 */
public final class PlanCounter implements QueryExecutionListener {
  private static final AtomicInteger QUERIES = new AtomicInteger();
  private static final AtomicInteger WITH_FINESTRA = new AtomicInteger();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(PlanCounter::write));
  }

  private static void write() {
    try {
      Files.writeString(
          Path.of(System.getProperty("finestra.plans")), QUERIES + " " + WITH_FINESTRA);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void onSuccess(String function, QueryExecution query, long nanos) {
    QUERIES.incrementAndGet();
    if (query.executedPlan().toString().contains("Finestra")) {
      WITH_FINESTRA.incrementAndGet();
    }
  }

  @Override
  public void onFailure(String function, QueryExecution query, Exception failure) {
    // Failed queries do not count: the plan may not exist.
  }
}
