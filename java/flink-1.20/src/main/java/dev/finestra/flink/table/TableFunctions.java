package dev.finestra.flink.table;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.table.functions.FunctionDefinition;

/** The functions that the module has on Flink 1.20, which has no process table functions. */
final class TableFunctions {
  static final Map<String, Supplier<FunctionDefinition>> BY_NAME =
      Map.of(
          "finestra_agg", FinestraAgg::new,
          "finestra_group_agg", FinestraGroupAgg::new);

  private TableFunctions() {}

  /** Called when the module is loaded; on Flink 1.20, Flink's own operators run all windows. */
  static void loaded() {}
}
