package dev.finestra.sketches;

import dev.finestra.aggregation.ValueConversions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.datasketches.common.ArrayOfDoublesSerDe;
import org.apache.datasketches.common.ArrayOfItemsSerDe;
import org.apache.datasketches.common.ArrayOfLongsSerDe;
import org.apache.datasketches.common.ArrayOfStringsSerDe;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.ItemsSketch;
import org.apache.datasketches.memory.Memory;

/**
 * {@code frequent_items(k,map)}: the k most frequent values, the most frequent first, each with its
 * estimated count and a lower bound of the count; of equally frequent values, the smaller first.
 * With no entries the list is empty.
 *
 * <p>Counts are exact up to 0.75 · map different values. With more, the error of a count is at most
 * 3.5 / map times the number of all values.
 */
final class FrequentItems extends SketchAggregation<ItemsSketch<Object>, List<Object>> {
  static final int USUAL_ITEMS = 10;
  static final int MOST_ITEMS = 10_000;
  static final int USUAL_MAP = 1_024;
  static final int LEAST_MAP = 8;
  static final int MOST_MAP = 1 << 16;

  private final int k;
  private final int map;
  private final ArrayOfItemsSerDe<Object> bytes;

  FrequentItems(ValueType input, int k, int map) {
    super("frequent_items(" + k + (map == USUAL_MAP ? ")" : "," + map + ")"), input, false);
    this.k = k;
    this.map = map;
    this.bytes = bytes(input);
  }

  @SuppressWarnings("unchecked")
  private static ArrayOfItemsSerDe<Object> bytes(ValueType input) {
    ArrayOfItemsSerDe<?> bytes =
        switch (input) {
          case LONG -> new ArrayOfLongsSerDe();
          case DOUBLE -> new ArrayOfDoublesSerDe();
          case STRING -> new ArrayOfStringsSerDe();
        };
    return (ArrayOfItemsSerDe<Object>) bytes;
  }

  @Override
  public List<Object> empty() {
    return List.of();
  }

  @Override
  ItemsSketch<Object> fresh() {
    return new ItemsSketch<>(map);
  }

  @Override
  void update(ItemsSketch<Object> sketch, Object value) {
    sketch.update(value);
  }

  @Override
  void merge(ItemsSketch<Object> to, ItemsSketch<Object> from) {
    to.merge(from);
  }

  @Override
  List<Object> answer(ItemsSketch<Object> sketch) {
    List<ItemsSketch.Row<Object>> rows =
        new ArrayList<>(Arrays.asList(sketch.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES)));
    rows.sort(
        Comparator.comparingLong((ItemsSketch.Row<Object> row) -> -row.getEstimate())
            .thenComparing(ItemsSketch.Row::getItem, FrequentItems::compare));
    List<Object> items = new ArrayList<>();
    for (ItemsSketch.Row<Object> row : rows.subList(0, Math.min(k, rows.size()))) {
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("item", row.getItem());
      item.put("count", row.getEstimate());
      item.put("at_least", row.getLowerBound());
      items.add(Collections.unmodifiableMap(item));
    }
    return Collections.unmodifiableList(items);
  }

  /** Compares texts by code points, as all aggregations do. */
  private static int compare(Object a, Object b) {
    if (a instanceof String x) {
      return ValueConversions.compareTexts(x, (String) b);
    }
    return a instanceof Long x ? x.compareTo((Long) b) : ((Double) a).compareTo((Double) b);
  }

  @Override
  byte[] bytesOf(ItemsSketch<Object> sketch) {
    return sketch.toByteArray(bytes);
  }

  @Override
  ItemsSketch<Object> sketchOf(byte[] read) {
    ItemsSketch<Object> sketch = ItemsSketch.getInstance(Memory.wrap(read), bytes);
    if (sketch.getMaximumMapCapacity() != fresh().getMaximumMapCapacity()) {
      throw new IllegalArgumentException(
          "The snapshot's sketch holds "
              + sketch.getMaximumMapCapacity()
              + " items; this window's holds "
              + fresh().getMaximumMapCapacity()
              + ". Restore it into a window with the parameters of the snapshot.");
    }
    return sketch;
  }

  @Override
  int mostBytes() {
    return input() == ValueType.STRING ? 1 << 28 : 64 + 16 * map;
  }
}
