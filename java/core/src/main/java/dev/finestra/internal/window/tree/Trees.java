package dev.finestra.internal.window.tree;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.Window;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;

/** Makes the trees of this package. */
public final class Trees {
  private Trees() {}

  public static <O> Window<O> fiba(Algorithm algorithm, Aggregation<O> aggregation, int arity) {
    return new Fiba<>(algorithm, aggregation, arity);
  }

  public static <O> PagedWindow<O> fibaOnPages(
      Algorithm algorithm, Aggregation<O> aggregation, int arity, PageStore store) {
    return new PagedFiba<>(algorithm, aggregation, arity, store);
  }

  public static <O> Window<O> btree(Algorithm algorithm, Aggregation<O> aggregation, int arity) {
    return new ClassicBTree<>(algorithm, aggregation, arity);
  }
}
