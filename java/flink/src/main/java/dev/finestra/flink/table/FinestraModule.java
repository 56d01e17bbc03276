package dev.finestra.flink.table;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.module.Module;

/** The module {@code finestra}: the functions by their names in SQL. */
public final class FinestraModule implements Module {
  static final String NAME = "finestra";

  private static final Map<String, Supplier<FunctionDefinition>> FUNCTIONS =
      Map.of(
          "finestra_agg", FinestraAgg::new,
          "finestra_group_agg", FinestraGroupAgg::new,
          "finestra_window", FinestraWindow::new);

  @Override
  public Set<String> listFunctions() {
    return FUNCTIONS.keySet();
  }

  @Override
  public Optional<FunctionDefinition> getFunctionDefinition(String name) {
    return Optional.ofNullable(FUNCTIONS.get(name.toLowerCase(Locale.ROOT))).map(Supplier::get);
  }
}
