package dev.finestra.flink.internal.twophase;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.WordsAggregation;
import dev.finestra.flink.internal.aggregate.Partials;
import dev.finestra.flink.internal.aggregate.WindowInput;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.types.Either;

/**
 * The output of a {@link PaneCombiner} as the input of windows: rows, and partial results of
 * several rows. The state is that of windows over the rows alone.
 */
final class CombinedInput<T, K> implements WindowInput<Either<T, Tuple2<K, byte[]>>> {
  private static final long serialVersionUID = 1L;

  private final WindowInput<T> rows;

  /** Reads partial results. */
  private transient Aggregation<WindowResult> aggregation;

  CombinedInput(WindowInput<T> rows) {
    this.rows = rows;
  }

  @Override
  public Aggregation<WindowResult> aggregation() {
    return rows.aggregation();
  }

  @Override
  public Partials partials(WindowRequest request) {
    return rows.partials(request);
  }

  @Override
  public WindowResult none() {
    return rows.none();
  }

  @Override
  public void check(List<Either<T, Tuple2<K, byte[]>>> samples) {
    throw new UnsupportedOperationException("The laws are checked on rows.");
  }

  @Override
  public Object value(Either<T, Tuple2<K, byte[]>> element) throws Exception {
    return element.isLeft()
        ? rows.value(element.left())
        : rows.valueOfPartial(read(element.right().f1));
  }

  @Override
  public Object valueOfPartial(Object partial) {
    throw new UnsupportedOperationException("Rows are combined once.");
  }

  private Object read(byte[] bytes) throws IOException {
    if (aggregation == null) {
      aggregation = rows.aggregation();
    }
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    Object partial = read(in);
    if (in.available() > 0) {
      throw new IOException(
          "A combined row has the result of other aggregations: the aggregations of the job changed"
              + " since its unaligned checkpoint; start it from a savepoint");
    }
    return partial;
  }

  private Object read(DataInputDeserializer in) throws IOException {
    if (aggregation instanceof ObjectAggregation<?, ?> objects) {
      return objects.read(in);
    }
    // As Cells writes them.
    long[] words = new long[((WordsAggregation<?>) aggregation).words()];
    for (int i = 0; i < words.length; i++) {
      words[i] = in.readLong();
    }
    return words;
  }

  /**
   * A late row. Combined rows are late only if the job emitted corrections before its savepoint, at
   * a watermark that it has not reached again.
   */
  @Override
  public Object lateRow(Either<T, Tuple2<K, byte[]>> element) {
    return element.isLeft() ? element.left() : null;
  }
}
