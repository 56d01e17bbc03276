package dev.finestra.window.tree;

import dev.finestra.window.Family;
import java.util.List;

/** The trees in the catalog. */
public final class Trees {
  private Trees() {}

  public static List<Family> families() {
    return List.of(
        Family.ofArity("b_fiba", Fiba::describeBulk, Fiba::new, 2L, 4L, 8L, 16L)
            .onPages(PagedFiba::new),
        Family.ofArity("nb_fiba", Fiba::describePlain, Fiba::new, 2L, 4L, 8L)
            .onPages(PagedFiba::new),
        Family.ofArity("btree", ClassicBTree::describe, ClassicBTree::new, 4L, 8L));
  }
}
