package dev.finestra.internal.window.slots;

/**
 * Where a window's chunked arrays live, in memory or on pages of a store: longs (times, links), an
 * array of partial results whose chunks are created and released together with those of the longs,
 * and for some algorithms a second such array.
 */
public interface Storage {
  /** Arrays in memory. */
  Storage MEMORY =
      new Storage() {
        @Override
        public LongChunks longs(int shift, int maxShift) {
          return new LongChunks(shift, maxShift);
        }

        @Override
        public LongChunks words(int shift, int maxShift, int words, boolean isSecond) {
          return new LongChunks(shift, maxShift, words);
        }

        @Override
        public ObjectChunks objects(int shift, int maxShift, boolean isSecond) {
          return new ObjectChunks(shift, maxShift);
        }
      };

  /** An array of longs. */
  LongChunks longs(int shift, int maxShift);

  /** The first or the second array of partial results, of {@code words} words each. */
  LongChunks words(int shift, int maxShift, int words, boolean isSecond);

  /** The first or the second array of partial results that are objects. */
  ObjectChunks objects(int shift, int maxShift, boolean isSecond);
}
