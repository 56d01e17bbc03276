package dev.finestra.flink.internal.twophase;

import dev.finestra.flink.internal.aggregate.ResultEmitter;
import dev.finestra.flink.internal.aggregate.WindowInput;
import dev.finestra.flink.internal.operator.WindowOperator;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowRequest;
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
import org.apache.flink.types.Either;
import org.apache.flink.util.OutputTag;

/** Adds both operators of windows in two phases to a job. */
public final class TwoPhase {
  private TwoPhase() {}

  /** The results of windows over a keyed stream, whose rows are combined before they are keyed. */
  public static <T, K, R> SingleOutputStreamOperator<R> add(
      KeyedStream<T, K> stream,
      WindowRequest request,
      WindowInput<T> input,
      OutputTag<T> late,
      ResultEmitter<K, R> results,
      TypeInformation<R> type) {
    KeySelector<T, K> keyOf = stream.getKeySelector();
    TypeInformation<Either<T, Tuple2<K, byte[]>>> combined =
        new EitherTypeInfo<>(
            stream.getType(),
            new TupleTypeInfo<>(
                stream.getKeyType(), PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
    return beforeKeyBy(stream)
        .transform(
            "finestra combine",
            combined,
            new PaneCombiner<>(keyOf, input, ((SlidingTimeWindow) request.kind()).grid()))
        .setParallelism(parallelismBefore(stream))
        .keyBy(
            either -> either.isLeft() ? keyOf.getKey(either.left()) : either.right().f0,
            stream.getKeyType())
        .transform(
            "finestra " + request.kind().described(),
            type,
            new WindowOperator<>(request, new CombinedInput<>(input), late, results));
  }

  /** The stream that {@code keyBy} was called on. */
  private static <T> DataStream<T> beforeKeyBy(KeyedStream<T, ?> stream) {
    return new DataStream<>(stream.getExecutionEnvironment(), inputOf(stream));
  }

  private static int parallelismBefore(KeyedStream<?, ?> stream) {
    return inputOf(stream).getParallelism();
  }

  /** The only input of the transformation that partitions rows by key. */
  @SuppressWarnings("unchecked")
  private static <T> Transformation<T> inputOf(KeyedStream<T, ?> stream) {
    return (Transformation<T>) stream.getTransformation().getInputs().get(0);
  }
}
