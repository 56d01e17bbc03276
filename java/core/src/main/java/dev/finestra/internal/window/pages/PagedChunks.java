package dev.finestra.internal.window.pages;

import dev.finestra.internal.window.slots.LongChunks;
import dev.finestra.internal.window.slots.ObjectChunks;
import dev.finestra.paged.Page;
import java.util.Arrays;

/**
 * A window's arrays with each chunk on a page of {@link WindowPages}. Arrays that share their pages
 * may each make and remove them: a page is made once.
 *
 * <p>Costs: those of the page's look-up.
 */
final class PagedChunks {
  private PagedChunks() {}

  /** Longs on pages. */
  static final class Longs extends LongChunks {
    private final WindowPages pages;

    Longs(WindowPages pages, int shift) {
      super(shift, shift);
      this.pages = pages;
      this.tableMask = Integer.MAX_VALUE >>> shift;
    }

    @Override
    public long[] chunk(int slot) {
      return pages.page(slot >>> shift).longs;
    }

    @Override
    public void ensure(int slot) {
      pages.ensure(slot >>> shift);
    }

    @Override
    public void release(int slot) {
      pages.release(slot >>> shift);
    }
  }

  /** Words of partial aggregates on pages. */
  static final class Words extends LongChunks {
    private final WindowPages pages;
    private final int words;
    private final int firstId;

    Words(WindowPages pages, int shift, int words, int firstId) {
      super(shift, shift, words);
      this.pages = pages;
      this.words = words;
      this.firstId = firstId;
    }

    @Override
    public long[] chunk(int slot) {
      return pages.page(firstId | slot >>> shift).words;
    }

    /** Slots that are zero take no room in a store; no page is fetched for that. */
    @Override
    public void forget(int from, int count) {
      int slot = from;
      for (int left = count, n; left > 0; left -= n, slot += n) {
        n = run(slot, left);
        Page page = pages.ifHeld(firstId | slot >>> shift);
        if (page != null) {
          Arrays.fill(page.words, at(slot), at(slot) + n * words, 0);
        }
      }
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

  /** Partial aggregates that are objects, on pages. */
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
