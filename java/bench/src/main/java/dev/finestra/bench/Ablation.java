package dev.finestra.bench;

/**
 * Algorithms without one of their parts, by the name with {@value #EAGER} behind it: bulk FiBA that
 * takes freed subtrees apart at once instead of when their nodes are needed.
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

  /** Takes the part out of this JVM; before the algorithm's classes are loaded. */
  static void prepare(String algorithm) {
    System.setProperty("finestra.tree.eager", Boolean.toString(algorithm.endsWith(EAGER)));
  }
}
