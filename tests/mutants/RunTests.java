import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the tests named on the command line, {@code package.Class} or {@code package.Class#method},
 * and exits as soon as one fails: status 0 if all hold, 1 if one fails, 2 if there is none.
 */
public final class RunTests implements TestExecutionListener {
  private int tests;

  public static void main(String[] names) throws ClassNotFoundException {
    List<DiscoverySelector> selected = new ArrayList<>();
    for (String name : names) {
      String[] parts = name.split("#");
      if (parts.length == 1) {
        selected.add(selectClass(parts[0]));
      } else {
        Class<?> type = Class.forName(parts[0]);
        for (Method method : type.getDeclaredMethods()) {
          if (method.getName().equals(parts[1])) {
            selected.add(selectMethod(type, method));
          }
        }
      }
    }
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selected).build();
    RunTests listener = new RunTests();
    LauncherFactory.create().execute(request, listener);
    exit(listener.tests == 0 ? 2 : 0, listener.tests + " tests hold");
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest()) {
      tests++;
    }
    if (result.getStatus() == TestExecutionResult.Status.FAILED) {
      String name =
          test.getSource()
              .filter(MethodSource.class::isInstance)
              .map(MethodSource.class::cast)
              .map(s -> s.getClassName().replaceFirst(".*\\.", "") + "#" + s.getMethodName())
              .orElse(test.getDisplayName());
      result.getThrowable().ifPresent(Throwable::printStackTrace);
      exit(1, name);
    }
  }

  /** Prints the verdict as the last line, and exits without waiting for threads of engines. */
  private static void exit(int status, String verdict) {
    System.out.println("\n" + verdict);
    System.out.flush();
    Runtime.getRuntime().halt(status);
  }
}
