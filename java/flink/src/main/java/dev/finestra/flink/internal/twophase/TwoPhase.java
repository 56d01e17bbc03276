package dev.finestra.flink.internal.twophase;

import dev.finestra.flink.internal.aggregate.ResultEmitter;
import dev.finestra.flink.internal.aggregate.WindowInput;
import dev.finestra.flink.internal.operator.WindowOperator;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowRequest;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.EitherTypeInfo;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.UnionTransformation;
import org.apache.flink.types.Either;
import org.apache.flink.util.OutputTag;

/** Adds the operators of windows in two phases to a job. */
public final class TwoPhase {
  private TwoPhase() {}

  /** The results of windows over a keyed stream, whose rows are combined before the shuffle. */
  public static <T, K, R> SingleOutputStreamOperator<R> add(
      KeyedStream<T, K> stream,
      WindowRequest request,
      WindowInput<T> input,
      OutputTag<T> late,
      ResultEmitter<K, R> results,
      TypeInformation<R> type) {
    KeySelector<T, K> keyOf = stream.getKeySelector();
    return inputs(stream.getTransformation())
        .map(each -> combined(stream, each, request, input))
        .reduce(DataStream::union)
        .orElseThrow()
        .keyBy(
            either -> either.isLeft() ? keyOf.getKey(either.left()) : either.right().f0,
            stream.getKeyType())
        .transform(
            "finestra " + request.kind().described(),
            type,
            new WindowOperator<>(request, new CombinedInput<>(input), late, results));
  }

  /**
   * The operators whose rows are keyed: each is combined with its own parallelism. A partitioning
   * before {@code keyBy} has no effect in Flink.
   */
  @SuppressWarnings("unchecked")
  private static <T> Stream<Transformation<T>> inputs(Transformation<T> rows) {
    return rows instanceof PartitionTransformation || rows instanceof UnionTransformation
        ? rows.getInputs().stream().flatMap(each -> inputs((Transformation<T>) each))
        : Stream.of(rows);
  }

  private static <T, K> DataStream<Either<T, Tuple2<K, byte[]>>> combined(
      KeyedStream<T, K> stream,
      Transformation<T> rows,
      WindowRequest request,
      WindowInput<T> input) {
    SerializerConfig config = stream.getExecutionConfig().getSerializerConfig();
    TypeInformation<Tuple2<K, byte[]>> partial =
        new TupleTypeInfo<>(
            stream.getKeyType(), PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);
    SingleOutputStreamOperator<Either<T, Tuple2<K, byte[]>>> combined =
        new DataStream<>(stream.getExecutionEnvironment(), rows)
            .transform(
                "finestra combine",
                new EitherTypeInfo<>(stream.getType(), partial),
                new PaneCombiner<>(
                    stream.getKeySelector(),
                    input,
                    ((SlidingTimeWindow) request.kind()).grid(),
                    stream.getType().createSerializer(config),
                    stream.getKeyType().createSerializer(config)));
    combined
        .getTransformation()
        .setParallelism(rows.getParallelism(), rows.isParallelismConfigured());
    return combined.setBufferTimeout(rows.getBufferTimeout());
  }
}
