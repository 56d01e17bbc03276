package dev.finestra.window;

import dev.finestra.paged.Page;
import java.util.Arrays;

/**
 * A window's arrays, of which each chunk lies on a page of {@link Pages}. A chunk comes and goes
 * with its longs, or where those are not, with the aggregates.
 *
 * <p>Costs: those of the page's look-up.
 */
final class PagedChunks {
  private PagedChunks() {}

  /** Longs on pages. */
  static final class Longs extends LongChunks {
    private final Pages pages;

    Longs(Pages pages, int shift) {
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
    private final Pages pages;
    private final int words;
    private final int side;

    Words(Pages pages, int shift, int words, int side) {
      super(shift, shift, words);
      this.pages = pages;
      this.words = words;
      this.side = side;
    }

    @Override
    public long[] chunk(int slot) {
      return pages.page(side | slot >>> shift).words;
    }

    /** Slots that are zero take no room in a store; no page is fetched for that. */
    @Override
    public void forget(int from, int count) {
      int slot = from;
      for (int left = count, n; left > 0; left -= n, slot += n) {
        n = run(slot, left);
        Page page = pages.ifHeld(side | slot >>> shift);
        if (page != null) {
          Arrays.fill(page.words, at(slot), at(slot) + n * words, 0);
        }
      }
    }

    @Override
    public void ensure(int slot) {
      if (side != 0) {
        pages.ensure(side | slot >>> shift);
      }
    }

    @Override
    public void release(int slot) {
      if (side != 0) {
        pages.release(side | slot >>> shift);
      }
    }
  }

  /** Partial aggregates that are objects, on pages. */
  static final class Objects extends ObjectChunks {
    private final Pages pages;
    private final int side;

    Objects(Pages pages, int shift, int side) {
      super(shift, shift);
      this.pages = pages;
      this.side = side;
    }

    @Override
    Object[] chunk(int slot) {
      return pages.page(side | slot >>> shift).objects;
    }

    @Override
    public void ensure(int slot) {
      if (side != 0) {
        pages.ensure(side | slot >>> shift);
      }
    }

    @Override
    public void release(int slot) {
      if (side != 0) {
        pages.release(side | slot >>> shift);
      }
    }
  }
}
