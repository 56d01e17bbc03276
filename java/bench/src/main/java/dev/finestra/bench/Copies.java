package dev.finestra.bench;

import dev.finestra.Specializer;
import java.util.HashMap;
import java.util.Map;

/** Loads loops with the algorithms: one copy per aggregation, or one copy for all. */
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
          "cannot create a second " + first.getClass().getName(), impossible);
    }
  }
}
