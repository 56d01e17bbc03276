package dev.finestra.bench.flink;

import java.util.Objects;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;

/**
 * Flink's own sliding windows, written as a user would in Java, and a sink that counts results and
 * adds their hashes up, in any order. The demo compiles this file against Flink's jars.
 */
public final class OwnWindows {
  private static final String[] NAMES = {
    "rider", "window_start", "window_end", "longest", "trips"
  };

  private static final TypeInformation<Row> TYPE =
      Types.ROW_NAMED(NAMES, Types.STRING, Types.LONG, Types.LONG, Types.DOUBLE, Types.LONG);

  private OwnWindows() {}

  /** For each rider the longest trip and the number of trips in sliding windows. */
  public static DataStream<Row> aggregate(DataStream<Row> trips, long size, long slide) {
    return trips
        .keyBy(row -> row.<String>getFieldAs("rider"), Types.STRING)
        .window(
            SlidingEventTimeWindows.of(
                java.time.Duration.ofMillis(size), java.time.Duration.ofMillis(slide)))
        .aggregate(new Longest(), new Named(), TypeInformation.of(Summary.class), TYPE, TYPE);
  }

  /** Ends a job: its accumulators are {@code results} and {@code digest}. */
  public static void digest(DataStream<Row> results) {
    results.map(new Digest()).returns(TYPE).sinkTo(new DiscardingSink<>());
  }

  /** A partial result. */
  public static final class Summary {
    public double longest = Double.NEGATIVE_INFINITY;
    public long trips;
  }

  private static final class Longest implements AggregateFunction<Row, Summary, Row> {
    @Override
    public Summary createAccumulator() {
      return new Summary();
    }

    @Override
    public Summary add(Row trip, Summary summary) {
      summary.longest = Math.max(summary.longest, trip.<Double>getFieldAs("duration"));
      summary.trips++;
      return summary;
    }

    @Override
    public Row getResult(Summary summary) {
      return Row.of(null, null, null, summary.longest, summary.trips);
    }

    @Override
    public Summary merge(Summary a, Summary b) {
      a.longest = Math.max(a.longest, b.longest);
      a.trips += b.trips;
      return a;
    }
  }

  private static final class Named extends ProcessWindowFunction<Row, Row, String, TimeWindow> {
    @Override
    public void process(String rider, Context context, Iterable<Row> results, Collector<Row> out) {
      Row row = results.iterator().next();
      row.setField(0, rider);
      row.setField(1, context.window().getStart());
      row.setField(2, context.window().getEnd());
      out.collect(row);
    }
  }

  private static final class Digest extends RichMapFunction<Row, Row> {
    private final LongCounter results = new LongCounter();
    private final LongCounter digest = new LongCounter();

    @Override
    public void open(OpenContext context) {
      getRuntimeContext().addAccumulator("results", results);
      getRuntimeContext().addAccumulator("digest", digest);
    }

    @Override
    public Row map(Row row) {
      results.add(1);
      boolean named = row.getFieldNames(false) != null;
      long hash = 0;
      for (int i = 0; i < NAMES.length; i++) {
        Object field = named ? row.getField(NAMES[i]) : row.getField(i);
        hash = (hash + Objects.hashCode(field)) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 32;
      }
      digest.add(hash);
      return row;
    }
  }
}
