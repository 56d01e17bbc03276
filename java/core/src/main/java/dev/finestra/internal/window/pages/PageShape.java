package dev.finestra.internal.window.pages;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.LongAggregation;
import dev.finestra.aggregation.WordsAggregation;
import dev.finestra.paged.Page;

/**
 * The format of a window's pages: 2^shift slots, each with a long and a partial result.
 *
 * @param shift the binary logarithm of the number of slots
 * @param words the words of a partial result; 0 if it is an object
 */
record PageShape(int shift, int words) {
  static PageShape of(Aggregation<?> aggregation, int shift) {
    if (aggregation instanceof LongAggregation<?>) {
      return new PageShape(shift, 1);
    }
    return new PageShape(shift, aggregation instanceof WordsAggregation<?> f ? f.words() : 0);
  }

  int slots() {
    return 1 << shift;
  }

  /** An empty page; a page of the second array has no longs. */
  Page blank(boolean hasLongs) {
    return blank(hasLongs ? slots() : 0, slots());
  }

  /** An empty page of another size. */
  Page blank(int longs, int aggregates) {
    return words == 0
        ? new Page(new long[longs], new Object[aggregates])
        : new Page(new long[longs], new long[aggregates * words]);
  }

  /** How many partial results a page has. */
  int aggregates(Page page) {
    return words == 0 ? page.objects.length : page.words.length / words;
  }

  /** Rejects an array whose chunks do not have this format. */
  void require(int otherShift, int otherWords) {
    if (otherShift != shift || otherWords != words) {
      throw new IllegalArgumentException(
          "chunks of 2^%d slots of %d words do not fit on pages of 2^%d slots of %d words"
              .formatted(otherShift, otherWords, shift, words));
    }
  }
}
