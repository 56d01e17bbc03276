package dev.finestra.flink.table;

import dev.finestra.flink.FinestraSql;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.table.functions.FunctionDefinition;

/** The functions that the module has on Flink 2. */
final class TableFunctions {
  static final Map<String, Supplier<FunctionDefinition>> BY_NAME =
      Map.of(
          "finestra_agg", FinestraAgg::new,
          "finestra_group_agg", FinestraGroupAgg::new,
          "finestra_window", FinestraWindow::new);

  private TableFunctions() {}

  /** Called when the module is loaded: from then on, Finestra runs the windows of SQL, too. */
  static void loaded() {
    FinestraSql.installInSessions();
  }
}
