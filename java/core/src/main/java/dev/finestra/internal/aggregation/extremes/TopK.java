package dev.finestra.internal.aggregation.extremes;

import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * {@code top_k(k)}: the k greatest values in falling order, equal values each counted, in the order
 * of {@code max}. With no entries the list is empty.
 *
 * <p>Costs: combine and lower O(k). A partial result is an array of at most k values in falling
 * order.
 */
final class TopK extends NamedObjectAggregation<Object[], List<Object>> {
  /** The largest k. */
  static final int MOST = 10_000;

  private static final Object[] NONE = {};
  private final int k;
  private final Comparator<Object> falling;

  TopK(ValueType input, int k) {
    super("top_k(" + k + ")", input, Property.COMMUTATIVE, Property.FIXED_SIZE, Property.EXACT);
    this.k = k;
    this.falling =
        switch (input) {
          case LONG -> (a, b) -> Long.compare((Long) b, (Long) a);
          case DOUBLE -> (a, b) -> Double.compare((Double) b, (Double) a);
          case STRING -> (a, b) -> ValueConversions.compareTexts((String) b, (String) a);
        };
  }

  @Override
  public Object[] identity() {
    return NONE;
  }

  @Override
  public Object[] combine(Object[] older, Object[] newer) {
    if (older.length == 0 || newer.length == 0) {
      return older.length == 0 ? newer : older;
    }
    if (older.length == k && falling.compare(older[k - 1], newer[0]) <= 0) {
      return older;
    }
    Object[] top = new Object[Math.min(k, older.length + newer.length)];
    int i = 0;
    int j = 0;
    for (int n = 0; n < top.length; n++) {
      boolean first =
          j == newer.length || (i < older.length && falling.compare(older[i], newer[j]) <= 0);
      top[n] = first ? older[i++] : newer[j++];
    }
    return top;
  }

  @Override
  public Object[] lift(Object value) {
    return new Object[] {value(value)};
  }

  @Override
  public List<Object> lower(Object[] state) {
    return Collections.unmodifiableList(Arrays.asList(state.clone()));
  }

  @Override
  public void write(Object[] state, DataOutput out) throws IOException {
    ValueCodec.writeValues(input(), state, out);
  }

  @Override
  public Object[] read(DataInput in) throws IOException {
    Object[] values = ValueCodec.readValues(input(), in, k);
    for (int i = 1; i < values.length; i++) {
      if (falling.compare(values[i - 1], values[i]) > 0) {
        throw new IOException("The greatest values are not in order; the bytes are damaged.");
      }
    }
    return values;
  }

  @Override
  public long bytes(Object[] state) {
    long texts = 0;
    for (int i = 0; input() == ValueType.STRING && i < state.length; i++) {
      texts += 48 + 2L * ((String) state[i]).length();
    }
    return 16 + 20L * state.length + texts;
  }
}
