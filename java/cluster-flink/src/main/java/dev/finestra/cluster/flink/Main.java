package dev.finestra.cluster.flink;

import dev.finestra.flink.Finestra;
import dev.finestra.flink.FinestraWindowedStream;
import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;

/**
 * Readings out of Kafka, their windows exactly once into files: lines {@code slides,…} and {@code
 * last,…}, and of rows that come too late {@code late slides,…} and {@code late last,…}.
 *
 * <p>Where checkpoints go, what state is kept in and how often a job may fail is configuration.
 */
public final class Main {
  private Main() {}

  /**
   * Submits the job.
   *
   * @param args where the broker is, the topic to read, the folder to write, and in milliseconds
   *     the size of both windows and the slide of one
   */
  public static void main(String[] args) throws Exception {
    Duration size = Duration.ofMillis(Long.parseLong(args[3]));
    Duration slide = Duration.ofMillis(Long.parseLong(args[4]));
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    KeyedStream<Reading, String> readings = readings(env, args[0], args[1]).keyBy(r -> r.key);
    DataStream<String> slides =
        results("slides", Finestra.keyed(readings).window(SlidingEventTimeWindows.of(size, slide)));
    DataStream<String> last = results("last", Finestra.keyed(readings).window(LastWindow.of(size)));
    DataStream<String> all = slides.union(last);
    all.sinkTo(files(args[2])).name("results");
    env.execute("finestra under fault");
  }

  private static DataStream<Reading> readings(
      StreamExecutionEnvironment env, String broker, String topic) {
    KafkaSource<String> source =
        KafkaSource.<String>builder()
            .setBootstrapServers(broker)
            .setTopics(topic)
            .setGroupId("finestra")
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setValueOnlyDeserializer(new SimpleStringSchema())
            .build();
    TypeInformation<Reading> type = TypeInformation.of(Reading.class);
    // One subtask, since what is late is to follow from the input alone.
    return env.fromSource(source, WatermarkStrategy.noWatermarks(), "readings")
        .setParallelism(1)
        .map((MapFunction<String, Reading>) Reading::of)
        .returns(type)
        .setParallelism(1)
        .transform("carried", type, new Carried())
        .setParallelism(1);
  }

  private static DataStream<String> results(
      String name, FinestraWindowedStream<Reading, String> windows) {
    OutputTag<Reading> tag = new OutputTag<>("late " + name, TypeInformation.of(Reading.class));
    Map<String, Object> answers = new LinkedHashMap<>();
    answers.put("n", "count");
    answers.put("sum", List.of("sum", "value"));
    answers.put("top", List.of("max", "value"));
    // Not commutative: it shows a mistake in the order of rows.
    answers.put("newest", List.of("last", "value"));
    SingleOutputStreamOperator<Row> results = windows.sideOutputLateData(tag).aggregate(answers);
    DataStream<String> late =
        results
            .getSideOutput(tag)
            .map(row -> "late " + name + "," + row.key + "," + row.time + "," + row.value)
            .returns(Types.STRING);
    return results.map(row -> line(name, row)).returns(Types.STRING).union(late);
  }

  private static String line(String name, Row row) {
    List<String> parts = new ArrayList<>(List.of(name));
    for (int i = 0; i < row.getArity(); i++) {
      parts.add(String.valueOf(row.getField(i)));
    }
    return String.join(",", parts);
  }

  private static FileSink<String> files(String folder) {
    return FileSink.forRowFormat(new Path(folder), new SimpleStringEncoder<String>())
        .withBucketAssigner(new BasePathBucketAssigner<>())
        .withRollingPolicy(OnCheckpointRollingPolicy.build())
        .build();
  }
}
