package dev.finestra.flink.table;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.factories.ModuleFactory;
import org.apache.flink.table.module.Module;

/** Makes the module for {@code LOAD MODULE finestra}; Flink finds it as a service. */
public final class FinestraModuleFactory implements ModuleFactory {
  @Override
  public String factoryIdentifier() {
    return FinestraModule.NAME;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public Module createModule(Context context) {
    TableFunctions.loaded();
    return new FinestraModule();
  }
}
