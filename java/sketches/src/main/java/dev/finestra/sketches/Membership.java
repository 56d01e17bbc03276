package dev.finestra.sketches;

import dev.finestra.aggregation.ValueConversions;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.datasketches.filters.bloomfilter.BloomFilter;

/**
 * The result of {@code bloom}: {@link #mightContain} for programs, and a map, which prints as JSON,
 * with its size and an estimate of the number of different values. The estimate is null once all
 * bits are set.
 */
public final class Membership extends AbstractMap<String, Object> {
  private final Bloom bloom;
  private final BloomFilter filter;
  private final Map<String, Object> figures = new LinkedHashMap<>();

  Membership(Bloom bloom, BloomFilter filter) {
    this.bloom = bloom;
    this.filter = filter;
    double bits = filter.getCapacity();
    double set = filter.getBitsUsed();
    figures.put("bits", filter.getCapacity());
    figures.put("hashes", (long) filter.getNumHashes());
    figures.put("bits_set", filter.getBitsUsed());
    figures.put(
        "estimate",
        set == bits ? null : Math.round(-bits / filter.getNumHashes() * Math.log1p(-set / bits)));
  }

  /**
   * Whether the value may have occurred: always true if it did; if it did not, true with the
   * filter's rate.
   */
  public boolean mightContain(Object value) {
    return bloom.has(filter, ValueConversions.of(bloom.name(), bloom.input(), value));
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return java.util.Collections.unmodifiableMap(figures).entrySet();
  }
}
