package dev.finestra.window.fifo;

import dev.finestra.window.Family;
import java.util.List;

/** The in-order algorithms in the catalog. */
public final class Fifos {
  private Fifos() {}

  public static List<Family> families() {
    return List.of(
        Family.of("two_stacks", TwoStacks::describe, TwoStacks::new),
        Family.of("two_stacks_lite", TwoStacksLite::describe, TwoStacksLite::new),
        Family.of("daba", Daba::describe, Daba::new),
        Family.of("daba_lite", DabaLite::describe, DabaLite::new),
        Family.of("subtract_on_evict", SubtractOnEvict::describe, SubtractOnEvict::new));
  }
}
