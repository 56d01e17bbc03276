package dev.finestra.window.flat;

import dev.finestra.window.Family;
import java.util.List;

/** The flat algorithms in the catalog. */
public final class Flats {
  private Flats() {}

  public static List<Family> families() {
    return List.of(
        Family.of("flatfit", FlatFit::describe, FlatFit::new),
        Family.of("amta", Amta::describe, Amta::new),
        Family.of("reactive", Reactive::describe, Reactive::new),
        Family.of("b_int", BaseIntervals::describe, BaseIntervals::new),
        Family.ofParameter("subwindow", Subwindow::describe, Subwindow::new, 1));
  }
}
