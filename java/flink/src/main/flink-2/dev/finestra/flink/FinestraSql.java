package dev.finestra.flink;

import dev.finestra.SlidingWindow;
import dev.finestra.flink.internal.sql.UpdateOptions;
import dev.finestra.windowing.WindowKind;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.planner.loader.PlannerModule;

/**
 * Runs the windows of Flink SQL on Finestra's operators, without a change of the queries:
 *
 * <pre>{@code
 * TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
 * FinestraSql.install(tables);
 * tables.explainSql("SELECT …"); // shows FinestraWindowAggregate
 * }</pre>
 *
 * <p>All other windows keep Flink's operators, in the same plan. The planner logs the reason.
 */
public final class FinestraSql {
  /** Whether queries that are planned from now on use Finestra's operators. */
  public static final ConfigOption<Boolean> ENABLED =
      ConfigOptions.key("finestra.sql.enabled")
          .booleanType()
          .defaultValue(true)
          .withDescription(
              "Whether Finestra runs the windows of SQL queries that it makes faster.");

  /**
   * The smallest size / slide of {@code HOP} windows that Finestra runs. The default is the system
   * property of this name, or 5.
   */
  public static final ConfigOption<Integer> MIN_OVERLAP =
      ConfigOptions.key("finestra.sql.min-overlap")
          .intType()
          .defaultValue(Integer.getInteger("finestra.sql.min-overlap", 5))
          .withDescription("The smallest size / slide of HOP windows that Finestra runs.");

  /** The algorithm's name in the catalog. */
  public static final ConfigOption<String> ALGORITHM =
      ConfigOptions.key("finestra.sql.algorithm")
          .stringType()
          .defaultValue("auto")
          .withDescription("The algorithm of the windows, such as b_fiba4.");

  /** Whether {@code OVER} fails if a change deletes a row that it does not have. */
  public static final ConfigOption<Boolean> FAIL_ON_UNKNOWN_ROW =
      ConfigOptions.key(UpdateOptions.FAIL_ON_UNKNOWN_ROW)
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Whether OVER fails if a change deletes a row that it does not have. Otherwise the"
                  + " change is ignored and counted.");

  private static final String PLANNER = "dev.finestra.flink.internal.planner.Installation";

  private FinestraSql() {}

  /** Installs Finestra's operators in an environment. A second call changes nothing. */
  @SuppressWarnings("unchecked")
  public static void install(TableEnvironment environment) {
    Objects.requireNonNull(environment, "The table environment is null.");
    ((Consumer<TableConfig>) installation()).accept(environment.getConfig());
  }

  /**
   * Installs Finestra's operators in all sessions of this process that load the module {@code
   * finestra}. {@code LOAD MODULE finestra} calls this.
   */
  public static void installInSessions() {
    ((Runnable) installation()).run();
  }

  /**
   * The installation, loaded where it sees the planner's classes: by the planner's own class loader
   * in a distribution of Flink, or by this class's loader if the planner is on the class path.
   */
  private static Object installation() {
    try {
      return Class.forName(PLANNER, true, plannerLoader()).getConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError unknown) {
      throw new IllegalStateException(
          "Finestra cannot install its operators in this planner: "
              + unknown
              + ". They need Flink 2.1 to 2.3; use one of these, or do not install them",
          unknown);
    }
  }

  private static ClassLoader plannerLoader() {
    try {
      Class.forName("org.apache.flink.table.planner.delegation.PlannerBase");
      return FinestraSql.class.getClassLoader();
    } catch (ClassNotFoundException isSeparate) {
      return SeparatePlanner.LOADER;
    }
  }

  /** The planner in its own class loader, which gets Finestra's jar once. */
  private static final class SeparatePlanner {
    static final ClassLoader LOADER = loader();

    private static ClassLoader loader() {
      PlannerModule planner = PlannerModule.getInstance();
      // One jar, unless the modules are on the class path one by one.
      Stream.of(FinestraSql.class, WindowKind.class, SlidingWindow.class)
          .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
          .distinct()
          .forEach(planner::addUrlToClassLoader);
      return planner.loadPlannerFactory().getClass().getClassLoader();
    }
  }
}
