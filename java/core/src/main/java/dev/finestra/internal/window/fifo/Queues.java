package dev.finestra.internal.window.fifo;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.algorithm.AlgorithmFamily;
import dev.finestra.internal.window.Window;
import dev.finestra.internal.window.pages.WindowPages;
import dev.finestra.internal.window.slots.Storage;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;

/** Makes the in-order algorithms of this package, in memory and on pages. */
public final class Queues {
  private Queues() {}

  public static <O> Window<O> inMemory(
      AlgorithmFamily family, Algorithm algorithm, Aggregation<O> aggregation) {
    return make(family, algorithm, aggregation, Storage.MEMORY);
  }

  public static <O> PagedWindow<O> onPages(
      AlgorithmFamily family, Algorithm algorithm, Aggregation<O> aggregation, PageStore store) {
    WindowPages pages = new WindowPages(store, aggregation, SlotQueue.SMALLEST_SHIFT);
    return new PagedQueue<>(make(family, algorithm, aggregation, pages), pages);
  }

  private static <O> InOrder<O> make(
      AlgorithmFamily family, Algorithm algorithm, Aggregation<O> aggregation, Storage storage) {
    return switch (family) {
      case TWO_STACKS -> new TwoStacks<>(algorithm, aggregation, storage);
      case TWO_STACKS_LITE -> new TwoStacksLite<>(algorithm, aggregation, storage);
      case DABA -> new Daba<>(algorithm, aggregation, storage);
      case DABA_LITE -> new DabaLite<>(algorithm, aggregation, storage);
      case SUBTRACT_ON_EVICT -> new SubtractOnEvict<>(algorithm, aggregation, storage);
      default -> throw new IllegalArgumentException(family + " is not in this package");
    };
  }
}
