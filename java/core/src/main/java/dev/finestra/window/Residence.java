package dev.finestra.window;

/** Where chunked arrays live: in memory, or on pages of a store. */
public interface Residence {
  /** Arrays in memory. */
  Residence MEMORY =
      new Residence() {
        @Override
        public LongChunks words(int shift, int maxShift, int words) {
          return new LongChunks(shift, maxShift, words);
        }

        @Override
        public LongChunks longs(int shift, int maxShift) {
          return new LongChunks(shift, maxShift);
        }

        @Override
        public Residence beside() {
          return this;
        }

        @Override
        public ObjectChunks objects(int shift, int maxShift) {
          return new ObjectChunks(shift, maxShift);
        }
      };

  /** An array of longs, beside the partial aggregates. */
  LongChunks longs(int shift, int maxShift);

  /**
   * Where a second array of partial aggregates lives, whose chunks come and go with the first's.
   */
  Residence beside();

  /** An array of partial aggregates of so many words each. */
  LongChunks words(int shift, int maxShift, int words);

  /** An array of partial aggregates that are objects. */
  ObjectChunks objects(int shift, int maxShift);
}
