package dev.finestra.testing;

/** The name of the test that is running, found on the calling thread's stack. */
final class TestName {
  private TestName() {}

  /**
   * The calling test as {@code package.Class#method}, or its class alone while fields are set. The
   * test's class is the first one on the stack whose name ends in {@code Test}.
   */
  static String ofCaller() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(f -> f.getClassName().endsWith("Test"))
                    .filter(f -> !f.getMethodName().contains("$"))
                    .findFirst()
                    .map(TestName::of)
                    .orElse("?"));
  }

  private static String of(StackWalker.StackFrame frame) {
    boolean initializes = frame.getMethodName().startsWith("<");
    return frame.getClassName() + (initializes ? "" : "#" + frame.getMethodName());
  }

  /** The same without its package, as {@code make replay} expects it. */
  static String simple(String test) {
    int method = test.indexOf('#') < 0 ? test.length() : test.indexOf('#');
    return test.substring(test.lastIndexOf('.', method) + 1);
  }
}
