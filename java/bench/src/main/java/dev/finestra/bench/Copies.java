package dev.finestra.bench;

import dev.finestra.Specializer;
import java.util.HashMap;
import java.util.Map;

/**
 * Loads loops together with the algorithms: a copy for each aggregation, or one for all of them.
 */
final class Copies {
  static final String LOOPS = "dev.finestra.bench.loop.";

  private final boolean shared;
  private final Map<Workload, Loop> prototypes = new HashMap<>();

  Copies(boolean shared) {
    this.shared = shared;
  }

  /** A loop for one aggregation. */
  Loop loop(Workload workload) {
    if (!shared) {
      return Specializer.copy(Loop.class, workload.loopClass(), LOOPS);
    }
    Loop first = prototypes.get(workload);
    if (first == null) {
      first = Specializer.copy(Loop.class, workload.loopClass(), LOOPS);
      prototypes.put(workload, first);
      return first;
    }
    try {
      return first.getClass().getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(
          "a second " + first.getClass().getName() + " could not be made", impossible);
    }
  }
}
