package dev.finestra.bench;

/**
 * Algorithms without one of their parts. A name that ends in {@value #EAGER} is bulk FiBA that
 * frees the nodes of a removed subtree at once, instead of when it reuses them.
 */
final class Ablation {
  private static final String EAGER = "_eager";

  private Ablation() {}

  /** The algorithm's name in the catalog. */
  static String catalogName(String algorithm) {
    return algorithm.endsWith(EAGER)
        ? algorithm.substring(0, algorithm.length() - EAGER.length())
        : algorithm;
  }

  /** Switches the part off in this JVM; call it before the algorithm's classes are loaded. */
  static void prepare(String algorithm) {
    System.setProperty("finestra.tree.eager", Boolean.toString(algorithm.endsWith(EAGER)));
  }
}
