package dev.finestra.sketches;

import java.io.IOException;
import java.util.Map;
import org.apache.datasketches.filters.bloomfilter.BloomFilter;
import org.apache.datasketches.filters.bloomfilter.BloomFilterBuilder;
import org.apache.datasketches.memory.Memory;

/**
 * {@code bloom(expected,rate)}: whether a value occurred, by a Bloom filter. It never misses a
 * value that occurred. If it holds at most as many different values as expected, it reports a value
 * that did not occur with the given rate. The result is a {@link Membership}; with no entries it
 * contains nothing.
 */
final class Bloom extends SketchAggregation<BloomFilter, Map<String, Object>> {
  static final long USUAL_EXPECTED = 1_000;
  static final double USUAL_RATE = 0.01;

  /** The most bits: 16 MiB. */
  static final long MOST_BITS = 1L << 27;

  private static final long SEED = 0x66696e6573747261L;

  private final long bits;
  private final int hashes;

  Bloom(ValueType input, long expected, double rate) {
    super(
        "bloom(" + expected + "," + rate + ")",
        input,
        true,
        Property.COMMUTATIVE,
        Property.FIXED_SIZE,
        Property.EXACT);
    this.bits = BloomFilterBuilder.suggestNumFilterBits(expected, rate);
    this.hashes = BloomFilterBuilder.suggestNumHashes(expected, bits);
    if (bits > MOST_BITS) {
      throw new IllegalArgumentException(
          "'"
              + name()
              + "' needs "
              + bits
              + " bits; the most are "
              + MOST_BITS
              + ". Expect fewer values or allow a higher rate.");
    }
  }

  @Override
  public Map<String, Object> empty() {
    return answer(fresh());
  }

  @Override
  BloomFilter fresh() {
    return BloomFilterBuilder.createBySize(bits, hashes, SEED);
  }

  @Override
  void update(BloomFilter sketch, Object value) {
    if (hashed(value) instanceof Long key) {
      sketch.update((long) key);
    } else {
      sketch.update((char[]) hashed(value));
    }
  }

  boolean has(BloomFilter sketch, Object value) {
    return hashed(value) instanceof Long key
        ? sketch.query((long) key)
        : sketch.query((char[]) hashed(value));
  }

  @Override
  void merge(BloomFilter to, BloomFilter from) {
    to.union(from);
  }

  @Override
  Map<String, Object> answer(BloomFilter sketch) {
    BloomFilter own = fresh(); // the window may add values to the sketch later
    own.union(sketch);
    return new Membership(this, own);
  }

  @Override
  byte[] bytesOf(BloomFilter sketch) {
    return sketch.toByteArray();
  }

  @Override
  BloomFilter sketchOf(byte[] bytes) throws IOException {
    BloomFilter read = BloomFilter.heapify(Memory.wrap(bytes));
    if (!read.isCompatible(fresh())) {
      throw new IOException(
          "The filter in the snapshot has a different number of bits or hashes than this window's.");
    }
    return read;
  }

  @Override
  int mostBytes() {
    return (int) BloomFilter.getSerializedSize(bits);
  }

  @Override
  long size(BloomFilter sketch) {
    return sketch.getCapacity() / 8;
  }
}
