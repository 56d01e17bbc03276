package dev.finestra.flink.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.flink.SharedCluster;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code finestra_window}, registered by the name of its class. */
class CreateWindowFunctionTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  private final CreateFunctionTest tables = new CreateFunctionTest();

  @ParameterizedTest
  @ValueSource(strings = {"FUNCTION", "TEMPORARY FUNCTION", "TEMPORARY SYSTEM FUNCTION"})
  void shouldEmitWindows(String kind) throws Exception {
    tables.create(kind, "finestra_window", FinestraWindow.class);
    tables.readings();
    List<String> rows =
        tables.rows(
            """
            SELECT k, n, top
            FROM finestra_window(
              input => TABLE readings PARTITION BY k,
              on_time => DESCRIPTOR(`at`),
              aggregations => 'count() AS n, max(x) AS top',
              size => INTERVAL '0.010' SECOND)
            """);
    assertEquals(List.of("+I[a, 1, 3]", "+I[a, 2, 7]", "+I[a, 2, 7]", "+I[b, 1, 9]"), rows);
  }
}
