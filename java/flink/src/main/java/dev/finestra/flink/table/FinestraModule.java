package dev.finestra.flink.table;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.module.Module;

/** The module {@code finestra}: the functions by their names in SQL. */
public final class FinestraModule implements Module {
  static final String NAME = "finestra";

  @Override
  public Set<String> listFunctions() {
    return TableFunctions.BY_NAME.keySet();
  }

  @Override
  public Optional<FunctionDefinition> getFunctionDefinition(String name) {
    return Optional.ofNullable(TableFunctions.BY_NAME.get(name.toLowerCase(Locale.ROOT)))
        .map(Supplier::get);
  }
}
