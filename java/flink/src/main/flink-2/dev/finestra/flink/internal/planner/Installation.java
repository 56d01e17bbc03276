package dev.finestra.flink.internal.planner;

import java.lang.reflect.Field;
import java.util.function.Consumer;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.apache.flink.table.planner.calcite.CalciteConfig$;
import org.apache.flink.table.planner.utils.TableConfigUtils;

/**
 * Adds Finestra's program to the programs with which Flink optimizes streaming queries. {@link
 * dev.finestra.flink.FinestraSql} calls it by interfaces of the JDK, because Finestra's own classes
 * may be loaded twice: for the user's code, and for the planner.
 */
public final class Installation implements Consumer<TableConfig>, Runnable {

  /** Installs it in one environment. */
  @Override
  public void accept(TableConfig config) {
    config.setPlannerConfig(withFinestra(TableConfigUtils.getCalciteConfig(config), false));
  }

  /**
   * Installs it in all sessions of this process that load the module. The SQL client and gateway
   * make a new environment for each statement, with Flink's default, so this changes the default.
   */
  @Override
  public void run() {
    inAllSessions(true);
  }

  /**
   * Installs it in all sessions of this process.
   *
   * @param needsModule whether only sessions that loaded Finestra's module are served
   */
  public static void inAllSessions(boolean needsModule) {
    CalciteConfig$ defaults = CalciteConfig$.MODULE$;
    try {
      Field field = CalciteConfig$.class.getDeclaredField("DEFAULT");
      field.setAccessible(true);
      field.set(defaults, withFinestra(defaults.DEFAULT(), needsModule));
    } catch (ReflectiveOperationException changed) {
      throw new LinkageError("Flink's planner has no default that can be replaced", changed);
    }
  }

  private static CalciteConfig withFinestra(CalciteConfig before, boolean needsModule) {
    return CalciteConfig$.MODULE$
        .createBuilder(before)
        .replaceStreamProgram(FinestraProgram.after(before.getStreamProgram(), needsModule))
        .build();
  }
}
