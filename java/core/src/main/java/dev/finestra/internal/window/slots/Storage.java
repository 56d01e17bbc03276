package dev.finestra.internal.window.slots;

/**
 * Where a window's chunked arrays live: longs (times, links), an array of partial aggregates whose
 * chunks come and go with the longs', and for some algorithms a second such array.
 */
public interface Storage extends AggregateStorage {
  /** Arrays in memory. */
  Storage MEMORY =
      new Storage() {
        @Override
        public LongChunks words(int shift, int maxShift, int words) {
          return new LongChunks(shift, maxShift, words);
        }

        @Override
        public ObjectChunks objects(int shift, int maxShift) {
          return new ObjectChunks(shift, maxShift);
        }

        @Override
        public LongChunks longs(int shift, int maxShift) {
          return new LongChunks(shift, maxShift);
        }

        @Override
        public AggregateStorage second() {
          return this;
        }
      };

  /** An array of longs. */
  LongChunks longs(int shift, int maxShift);

  /** Where the second array of partial aggregates lives. */
  AggregateStorage second();
}
