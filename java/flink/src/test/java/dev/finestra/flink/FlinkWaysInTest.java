package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.flink.internal.operator.TableWindows;
import dev.finestra.flink.internal.rows.InputFields;
import dev.finestra.flink.internal.rows.ResultColumn;
import dev.finestra.flink.internal.table.TableWindowSpec;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SessionWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.columns.ColumnAggregations;
import dev.finestra.windowing.internal.logic.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

/**
 * Compares the results of algorithms × aggregations × ways in (operator or SQL) with recalculation
 * from all values. Each algorithm runs every aggregation once, by one of the ways; in a long run,
 * by every way. Combinations that core does not accept must be refused.
 *
 * <p>Exact results must be equal, floating-point ones equal within a billionth. Sketches of so few
 * values have no error. Times are unique, so that the order of values is known.
 */
class FlinkWaysInTest {
  private static final int SIZE = 60;
  private static final int SLIDE = 20;
  private static final int GAP = 9;
  private static final int BEHIND = 30;
  private static final List<String> TEXTS = List.of("a", "b", "c", "d");
  private static final RowTypeInfo ROWS =
      new RowTypeInfo(
          new TypeInformation<?>[] {Types.LONG, Types.DOUBLE, Types.STRING},
          new String[] {"price", "weight", "text"});

  /** The entry points, and the windows that they support. */
  private enum Way {
    SLIDING(SlidingTimeWindow.of(SIZE, SLIDE, 0, false)),
    LAST(new LastWindow(SIZE)),
    SESSIONS(new SessionWindow(GAP)),
    COUNT(new CountWindow(5, 2)),
    SQL_SLIDING(SlidingTimeWindow.of(SIZE, SLIDE, 0, false)),
    SQL_LAST(new LastWindow(SIZE));

    private final WindowKind kind;

    Way(WindowKind kind) {
      this.kind = kind;
    }

    boolean isSql() {
      return this == SQL_SLIDING || this == SQL_LAST;
    }
  }

  /** An aggregation of the catalog, with its fields. */
  private record Asked(String name, List<String> fields, ResultColumn<Row> column) {
    /** Whether core says that an algorithm fits this aggregation and these windows. */
    boolean fits(Algorithm algorithm, Way way) {
      boolean isTree =
          algorithm.is(Algorithm.Trait.RANGE_QUERY) && algorithm.is(Algorithm.Trait.OUT_OF_ORDER);
      return (isTree || way == Way.COUNT)
          && SlidingWindows.fits(
              algorithm.name(), ColumnAggregations.of(List.of(column.aggregation())));
    }
  }

  private final List<Trade> trades = new ArrayList<>();

  private void draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 48; i++) {
      Long price = i % 11 == 3 ? null : (Long) (long) random.nextInt(100);
      int time = 5 * i + random.nextInt(4);
      trades.add(new Trade("k" + i % 2, time, price, random.nextInt(1000) / 8.0));
    }
    // Out of order, but never behind the watermark.
    for (int i = 0; i + 3 < trades.size(); i += 4) {
      trades.add(i, trades.remove(i + 3));
    }
  }

  private static String text(Trade trade) {
    return trade.time % 13 == 5 ? null : TEXTS.get((int) (trade.weight % TEXTS.size()));
  }

  private static Row row(Trade trade) {
    return Row.of(trade.price, trade.weight, text(trade));
  }

  private static List<Asked> asked() {
    List<List<String>> some =
        List.of(
            List.of("price"),
            List.of("price", "price"),
            List.of("weight"),
            List.of("weight", "price"),
            List.of("text"));
    List<Asked> all = new ArrayList<>();
    for (var form : Aggregations.forms()) {
      all.add(
          some.stream()
              .flatMap(fields -> asked(form.example(), fields).stream())
              .findFirst()
              .orElseThrow(() -> new AssertionError("no fields for " + form.example())));
    }
    return all;
  }

  private static List<Asked> asked(String name, List<String> fields) {
    List<InputFields.Typed<Row>> typed =
        fields.stream().map(field -> InputFields.<Row>of(ROWS, field)).toList();
    try {
      return List.of(new Asked(name, fields, ResultColumn.of("answer", name, typed)));
    } catch (IllegalArgumentException refused) {
      return List.of();
    }
  }

  @Test
  void shouldEqualRecalculationByEveryWay() throws Exception {
    long start = System.nanoTime();
    List<Algorithm> all = new ArrayList<>(SlidingWindows.algorithms());
    List<Asked> asked = asked();
    int few = (int) Trials.count(2, all.size());
    int[] counts = new int[2];
    Trials.once(
        (seed, only) -> {
          draw(seed);
          Collections.shuffle(all, new Random(seed));
          for (int i = 0; i < few; i++) {
            Algorithm algorithm = all.get(i);
            for (int j = 0; j < asked.size(); j++) {
              for (Way way : Way.values()) {
                if (Trials.isLong() || (i + j) % Way.values().length == way.ordinal()) {
                  counts[check(algorithm, asked.get(j), way) ? 0 : 1]++;
                }
              }
            }
          }
        });
    Trials.report(counts[0], "answers of " + few + " algorithms by the ways in", start);
    Trials.report(counts[1], "refusals of those algorithms", start);
  }

  private boolean check(Algorithm algorithm, Asked asked, Way way) throws Exception {
    String what = asked.name + " on " + algorithm.name() + " by " + way;
    if (!asked.fits(algorithm, way)) {
      assertThrows(
          IllegalArgumentException.class, () -> answers(algorithm.name(), asked, way), what);
      return false;
    }
    Map<String, Object> expected = expected(asked, way.kind);
    Map<String, Object> answers = answers(algorithm.name(), asked, way);
    assertEquals(expected.keySet(), answers.keySet(), what);
    expected.forEach(
        (at, value) ->
            assertTrue(
                isSame(value, answers.get(at)),
                what + " at " + at + ": " + answers.get(at) + ", not " + value));
    return true;
  }

  private Map<String, Object> answers(String algorithm, Asked asked, Way way) throws Exception {
    return way.isSql() ? bySql(algorithm, asked, way) : byStream(algorithm, asked, way);
  }

  private Map<String, Object> byStream(String algorithm, Asked asked, Way way) throws Exception {
    Function<KeyedStream<Trade, String>, DataStream<Row>> job =
        keyed -> {
          var windows = Finestra.keyed(keyed).of(way.kind).algorithm(algorithm);
          return asked.fields.equals(List.of("text"))
              ? windows.aggregate(asked.name, (Trade trade) -> text(trade))
              : windows.aggregate(asked.name, asked.fields.toArray(String[]::new));
        };
    Map<String, Object> answers = new TreeMap<>();
    try (Bench<Row> bench = new Bench<>(job, "heap")) {
      Map<String, Integer> counts = new HashMap<>();
      for (Trade trade : trades) {
        bench.row(trade);
        bench.watermark(trade.time - BEHIND);
      }
      bench.watermark(Long.MAX_VALUE);
      for (var record : bench.records()) {
        Row row = record.getValue();
        Object key = row.getField(0);
        Object end =
            way == Way.COUNT
                ? (Object) (2 * counts.merge(key + "", 1, Integer::sum))
                : row.getField(row.getArity() - 2);
        assertNull(
            answers.put(key + " " + end, row.getField(row.getArity() - 1)), "a second answer");
      }
    }
    return answers;
  }

  private Map<String, Object> bySql(String algorithm, Asked asked, Way way) throws Exception {
    List<String> call = new ArrayList<>(List.of("answer", asked.name));
    call.addAll(asked.fields);
    long slide = way == Way.SQL_SLIDING ? SLIDE : 0;
    Map<String, Object> answers = new TreeMap<>();
    Mapped state = new Mapped(answers);
    TableWindows windows =
        new TableWindows(
            TableWindowSpec.of(
                name -> InputFields.of(ROWS, name),
                null,
                List.of(call),
                List.of(),
                SIZE,
                slide,
                0,
                0,
                Emit.ON_WATERMARK,
                algorithm),
            state);
    for (String key : List.of("k0", "k1")) {
      state.key = key;
      for (Trade trade : trades) {
        if (trade.symbol.equals(key)) {
          long watermark = trade.time - BEHIND;
          state.watermark(watermark, windows);
          windows.row(row(trade), trade.time, watermark, state.pages);
        }
      }
      state.watermark(Long.MAX_VALUE - 1, windows);
      assertEquals(Map.of(), state.pages(), "state is left");
    }
    return answers;
  }

  /** The expected results, from a list of all values. */
  private Map<String, Object> expected(Asked asked, WindowKind kind) throws Exception {
    Map<String, Object> expected = new TreeMap<>();
    for (String key : List.of("k0", "k1")) {
      List<Trade> own = new ArrayList<>(trades);
      own.removeIf(trade -> !trade.symbol.equals(key));
      if (kind instanceof CountWindow) {
        for (int number = 2; number <= own.size(); number += 2) {
          List<Trade> newest = own.subList(Math.max(0, number - 5), number);
          expected.put(key + " " + number, folded(asked, newest));
        }
        continue;
      }
      own.sort((a, b) -> Long.compare(a.time, b.time));
      for (int i = 0; i < own.size(); i++) {
        long time = own.get(i).time;
        if (kind instanceof LastWindow) {
          expected.put(key + " " + time, folded(asked, within(own, time - SIZE, time)));
        } else if (kind instanceof SlidingTimeWindow) {
          for (long end = time - time % SLIDE + SLIDE; end - SIZE <= time; end += SLIDE) {
            expected.put(key + " " + end, folded(asked, within(own, end - SIZE, end - 1)));
          }
        } else if (i + 1 == own.size() || own.get(i + 1).time - time > GAP) {
          int first = i;
          while (first > 0 && own.get(first).time - own.get(first - 1).time <= GAP) {
            first--;
          }
          expected.put(key + " " + (time + GAP), folded(asked, own.subList(first, i + 1)));
        }
      }
    }
    return expected;
  }

  private static List<Trade> within(List<Trade> trades, long from, long to) {
    return trades.stream().filter(trade -> trade.time >= from && trade.time <= to).toList();
  }

  private static Object folded(Asked asked, List<Trade> trades) throws Exception {
    Aggregation<?> aggregation = asked.column.aggregation().aggregation();
    SlidingWindow<?> window = SlidingWindows.of("recalculate", aggregation);
    long time = 0;
    for (Trade trade : trades) {
      Object value = asked.column.of(row(trade));
      if (value != null) {
        window.insert(time++, value);
      }
    }
    return window.query();
  }

  private static boolean isSame(Object expected, Object actual) {
    if (expected instanceof Double a && actual instanceof Double b) {
      return a.equals(b) || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));
    }
    if (expected instanceof List<?> a && actual instanceof List<?> b && a.size() == b.size()) {
      for (int i = 0; i < a.size(); i++) {
        if (!isSame(a.get(i), b.get(i))) {
          return false;
        }
      }
      return true;
    }
    return expected == null ? actual == null : expected.equals(actual);
  }

  /** The state of one key of a process table function; results of all keys are collected. */
  private static final class Mapped extends TableState {
    private final Map<String, Object> answers;
    private String key;

    Mapped(Map<String, Object> answers) {
      this.answers = answers;
    }

    @Override
    public void emit(long start, long end, WindowResult result, Change change, long timestamp) {
      assertNull(answers.put(key + " " + end, ((Object[]) result.value())[0]), "a second answer");
    }

    @Override
    public void rowInNoWindow() {
      throw new AssertionError("windows overlap here");
    }
  }
}
