package dev.finestra.sketches;

import dev.finestra.aggregation.Values;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.datasketches.filters.bloomfilter.BloomFilter;

/**
 * What {@code bloom} answers: {@link #mightContain} for programs, and as a map, which prints as
 * JSON, its size and about how many different values it holds: null once all bits are set, as
 * nothing can be told then.
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

  /** False where the value was surely not there; true where it was, and at the rate where not. */
  public boolean mightContain(Object value) {
    return bloom.has(filter, Values.of(bloom.name(), bloom.input(), value));
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return java.util.Collections.unmodifiableMap(figures).entrySet();
  }
}
