package dev.finestra.flink.internal.planner;

import java.util.function.Consumer;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.apache.flink.table.planner.calcite.CalciteConfig$;
import org.apache.flink.table.planner.utils.TableConfigUtils;

/** Adds Finestra's program to the programs with which Flink optimizes streaming queries. */
public final class Installation implements Consumer<TableConfig> {

  @Override
  public void accept(TableConfig config) {
    CalciteConfig before = TableConfigUtils.getCalciteConfig(config);
    if (before.getStreamProgram().isDefined()
        && before.getStreamProgram().get() instanceof FinestraProgram) {
      return;
    }
    config.setPlannerConfig(
        CalciteConfig$.MODULE$
            .createBuilder(before)
            .replaceStreamProgram(new FinestraProgram(before.getStreamProgram()))
            .build());
  }
}
