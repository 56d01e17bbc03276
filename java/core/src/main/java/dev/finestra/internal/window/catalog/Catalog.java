package dev.finestra.internal.window.catalog;

import dev.finestra.Algorithm;
import dev.finestra.SlidingWindow;
import dev.finestra.WindowFactory;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.algorithm.AlgorithmFamily;
import dev.finestra.internal.algorithm.Algorithms;
import dev.finestra.internal.algorithm.Defaults;
import dev.finestra.internal.algorithm.WrapperNames;
import dev.finestra.internal.name.Name;
import dev.finestra.internal.window.Auto;
import dev.finestra.internal.window.Recalculate;
import dev.finestra.internal.window.ReorderBuffer;
import dev.finestra.internal.window.Slicing;
import dev.finestra.internal.window.SmallInHeader;
import dev.finestra.internal.window.WholeOnPages;
import dev.finestra.internal.window.Window;
import dev.finestra.internal.window.fifo.Queues;
import dev.finestra.internal.window.flat.Flats;
import dev.finestra.internal.window.keyed.Keyed;
import dev.finestra.internal.window.tree.Trees;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import java.util.function.Supplier;

/**
 * Makes windows by name: a constructor for each {@link AlgorithmFamily}, and the wrappers. {@link
 * dev.finestra.Specializer} loads this class by its name.
 */
public final class Catalog implements WindowFactory {
  /** An empty window; rejects a pair that does not fit, with the names that do. */
  public static <O> SlidingWindow<O> create(String name, Aggregation<O> aggregation) {
    return new Catalog().supplier(name, aggregation, WindowOptions.NONE).get();
  }

  @Override
  public <O> Supplier<Window<O>> supplier(
      String name, Aggregation<O> aggregation, WindowOptions options) {
    Name parsed = Name.parse(name);
    Algorithm algorithm = Algorithms.algorithm(parsed);
    Algorithms.requireFit(algorithm, aggregation);
    Algorithms.requireOptions(algorithm, options, other -> Algorithms.fits(other, aggregation));
    return supplier(parsed, aggregation, options);
  }

  @Override
  public <K, O> KeyedWindows<K, O> keyed(
      String name, Aggregation<O> aggregation, WindowOptions options) {
    return new Keyed<>(
        aggregation, supplier(name, aggregation, options), Algorithms.hasEntriesOfItsOwn(name));
  }

  private static <O> Supplier<Window<O>> supplier(String name, Aggregation<O> aggregation) {
    return supplier(Name.parse(name), aggregation, WindowOptions.NONE);
  }

  private static <O> Supplier<Window<O>> supplier(
      Name name, Aggregation<O> aggregation, WindowOptions options) {
    if (WrapperNames.has(name)) {
      return wrapper(name, aggregation, options);
    }
    Algorithm algorithm = Algorithms.algorithm(name);
    Algorithms.requireFit(algorithm, aggregation);
    AlgorithmFamily family = Algorithms.family(name);
    long parameter = family.parameter(Algorithms.named(name));
    return switch (family) {
      case B_FIBA, NB_FIBA -> () -> Trees.fiba(algorithm, aggregation, (int) parameter);
      case BTREE -> () -> Trees.btree(algorithm, aggregation, (int) parameter);
      case TWO_STACKS, TWO_STACKS_LITE, DABA, DABA_LITE, SUBTRACT_ON_EVICT ->
          () -> Queues.inMemory(family, algorithm, aggregation);
      case FLATFIT, AMTA, REACTIVE, B_INT, SUBWINDOW ->
          () -> Flats.window(family, algorithm, aggregation, parameter);
      case RECALCULATE -> () -> new Recalculate<>(algorithm, aggregation);
      case AUTO -> {
        String first = Defaults.first(aggregation, options);
        yield Auto.supplier(
            options,
            Algorithms.algorithm(first),
            supplier(first, aggregation),
            other -> supplier(other, aggregation).get());
      }
    };
  }

  private static <O> Supplier<Window<O>> wrapper(
      Name name, Aggregation<O> aggregation, WindowOptions options) {
    long number = WrapperNames.number(name);
    boolean reorder = WrapperNames.isReorder(name);
    Supplier<Window<O>> inner =
        supplier(WrapperNames.inner(name), aggregation, reorder ? options.inOrder() : options);
    if (!reorder) {
      return () -> slicing(name, inner.get(), number);
    }
    Supplier<Window<O>> late = supplier(Defaults.TREE, aggregation);
    return () -> reordering(name, inner.get(), late.get(), number);
  }

  private static <O> Window<O> slicing(Name name, Window<O> inner, long number) {
    return new Slicing<>(WrapperNames.describe(name, inner.algorithm()), inner, number);
  }

  private static <O> Window<O> reordering(Name name, Window<O> inner, Window<O> late, long number) {
    Algorithm algorithm = WrapperNames.describe(name, inner.algorithm());
    return new ReorderBuffer<>(algorithm, inner, late, number);
  }

  /**
   * A window on pages of a store, which keeps few entries in its header. Wrappers and algorithms
   * that round times have pages from the first entry on.
   */
  @Override
  public <O> PagedWindow<O> onPages(String name, Aggregation<O> aggregation, PageStore store) {
    Name resolved = Algorithms.namedOnPages(Name.parse(name));
    Algorithm algorithm = Algorithms.algorithm(resolved);
    Algorithms.requireFit(algorithm, aggregation);
    return Algorithms.hasEntriesOfItsOwn(resolved.toString())
        ? largeOnPages(resolved, algorithm, aggregation, store)
        : new SmallInHeader<>(
            algorithm, aggregation, () -> largeOnPages(resolved, algorithm, aggregation, store));
  }

  /** A page is a tree's node, a queue's chunk, or a piece of a snapshot. */
  private static <O> PagedWindow<O> largeOnPages(
      Name resolved, Algorithm algorithm, Aggregation<O> aggregation, PageStore store) {
    if (!WrapperNames.has(resolved)) {
      AlgorithmFamily family = Algorithms.family(resolved);
      switch (family) {
        case B_FIBA, NB_FIBA -> {
          int arity = (int) family.parameter(resolved);
          return Trees.fibaOnPages(algorithm, aggregation, arity, store);
        }
        case TWO_STACKS, TWO_STACKS_LITE, DABA, DABA_LITE, SUBTRACT_ON_EVICT -> {
          return Queues.onPages(family, algorithm, aggregation, store);
        }
        default -> {
          // as a whole, below
        }
      }
    }
    return new WholeOnPages<>(supplier(resolved, aggregation, WindowOptions.NONE), store);
  }
}
