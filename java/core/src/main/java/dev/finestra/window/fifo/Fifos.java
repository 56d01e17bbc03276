package dev.finestra.window.fifo;

import dev.finestra.window.Family;
import java.util.List;

/** The in-order algorithms in the catalog. */
public final class Fifos {
  private Fifos() {}

  public static List<Family> families() {
    return List.of(
        Family.ofQueue("two_stacks", TwoStacks::describe, TwoStacks::new),
        Family.ofQueue("two_stacks_lite", TwoStacksLite::describe, TwoStacksLite::new),
        Family.ofQueue("daba", Daba::describe, Daba::new),
        Family.ofQueue("daba_lite", DabaLite::describe, DabaLite::new),
        Family.ofQueue("subtract_on_evict", SubtractOnEvict::describe, SubtractOnEvict::new));
  }
}
