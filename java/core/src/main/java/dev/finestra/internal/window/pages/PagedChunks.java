package dev.finestra.internal.window.pages;

import dev.finestra.internal.window.slots.LongChunks;
import dev.finestra.internal.window.slots.ObjectChunks;
import dev.finestra.paged.Page;
import java.util.Arrays;

/**
 * A window's arrays with each chunk on a page of {@link WindowPages}. Arrays that share a page may
 * each create and remove it; only the first call has an effect.
 *
 * <p>Costs: those of the page's look-up.
 */
final class PagedChunks {
  private PagedChunks() {}

  /** Longs, on the pages from number 0 on. */
  static class Longs extends LongChunks {
    final WindowPages pages;
    private final int firstId;

    Longs(WindowPages pages, int shift, int words, int firstId) {
      super(shift, shift, words);
      this.pages = pages;
      this.firstId = firstId;
      this.tableMask = Integer.MAX_VALUE >>> shift;
    }

    final int id(int slot) {
      return firstId | slot >>> shift;
    }

    @Override
    public long[] chunk(int slot) {
      return pages.page(slot >>> shift).longs;
    }

    @Override
    public void ensure(int slot) {
      pages.ensure(id(slot));
    }

    @Override
    public void release(int slot) {
      pages.release(id(slot));
    }
  }

  /** Words of partial results on pages. */
  static final class Words extends Longs {
    Words(WindowPages pages, int shift, int words, int firstId) {
      super(pages, shift, words, firstId);
    }

    @Override
    public long[] chunk(int slot) {
      return pages.page(id(slot)).words;
    }

    /** Sets slots to zero, which takes no room in a store; fetches no page for that. */
    @Override
    public void forget(int from, int count) {
      int slot = from;
      for (int left = count, n; left > 0; left -= n, slot += n) {
        n = run(slot, left);
        Page page = pages.ifHeld(id(slot));
        if (page != null) {
          Arrays.fill(page.words, at(slot), at(slot) + n * words, 0);
        }
      }
    }
  }

  /** Partial results that are objects, on pages. */
  static final class Objects extends ObjectChunks {
    private final WindowPages pages;
    private final int firstId;

    Objects(WindowPages pages, int shift, int firstId) {
      super(shift, shift);
      this.pages = pages;
      this.firstId = firstId;
    }

    @Override
    public Object[] chunk(int slot) {
      return pages.page(firstId | slot >>> shift).objects;
    }

    @Override
    public void ensure(int slot) {
      pages.ensure(firstId | slot >>> shift);
    }

    @Override
    public void release(int slot) {
      pages.release(firstId | slot >>> shift);
    }
  }
}
