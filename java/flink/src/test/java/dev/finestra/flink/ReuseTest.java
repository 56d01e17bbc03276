package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * With object reuse, the operator keeps no row that the next one overwrites. It is chained to the
 * function that overwrites rows, because between tasks each row is a new object.
 */
class ReuseTest {
  private static final OutputTag<Trade> LATE = new OutputTag<>("late", Types.POJO(Trade.class));

  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  /** Emits the same object again and again. */
  private static final class Overwriting implements MapFunction<Long, Trade> {
    private static final long serialVersionUID = 1L;

    private transient Trade trade;

    @Override
    public Trade map(Long number) {
      if (trade == null) {
        trade = new Trade();
      }
      trade.symbol = "k" + number % 3;
      trade.time = number * 7 - (number % 11 == 0 ? 200 : 0);
      trade.price = number * 31 % 97;
      trade.weight = number;
      return trade;
    }
  }

  /** A watermark after each row, so that the same rows are late in each run. */
  private static final class EachRow implements WatermarkGenerator<Trade> {
    @Override
    public void onEvent(Trade trade, long timestamp, WatermarkOutput output) {
      output.emitWatermark(new Watermark(timestamp - 20));
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // onEvent emits all watermarks.
    }
  }

  /** Modifies its first argument, which Flink's windows allow. */
  private static Trade add(Trade sum, Trade trade) {
    sum.weight += trade.weight;
    return sum;
  }

  @Test
  void shouldKeepNoRowThatIsOverwritten() throws Exception {
    List<String> copied = run(false);
    assertTrue(copied.stream().anyMatch(text -> text.startsWith("late")), "no row was late");
    assertEquals(copied, run(true));
  }

  private static List<String> run(boolean reuse) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    if (reuse) {
      env.getConfig().enableObjectReuse();
    }
    DataStream<Trade> trades =
        env.fromSequence(1, 300)
            .map(new Overwriting())
            .returns(Types.POJO(Trade.class))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Trade>forGenerator(context -> new EachRow())
                    .withTimestampAssigner((trade, t) -> trade.time));
    KeyedStream<Trade, String> keyed =
        DataStreamUtils.reinterpretAsKeyedStream(trades, trade -> trade.symbol, Types.STRING);
    var slides = SlidingEventTimeWindows.of(Duration.ofMillis(100), Duration.ofMillis(30));
    var listed =
        Finestra.keyed(keyed)
            .window(slides)
            .sideOutputLateData(LATE)
            .aggregate(new Listed(), new Bounds<>());
    DataStream<String> all =
        listed
            .union(listed.getSideOutput(LATE).map(trade -> "late " + trade))
            .union(
                Finestra.keyed(keyed)
                    .window(slides)
                    .reduce(ReuseTest::add)
                    .map(trade -> "sum " + trade))
            .union(
                Finestra.keyed(keyed)
                    .window(LastWindow.of(60))
                    .aggregate("arg_max", "price", "weight")
                    .map(row -> "by name " + row));
    List<String> texts = new ArrayList<>();
    all.executeAndCollect().forEachRemaining(texts::add);
    texts.sort(null);
    return texts;
  }
}
