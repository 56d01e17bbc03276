package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.ResolvedAggregation;
import dev.finestra.aggregation.ResolvedAggregation.InputColumn;
import dev.finestra.aggregation.ResultType.ListOf;
import dev.finestra.aggregation.ResultType.Places;
import dev.finestra.aggregation.ResultType.Single;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A name is resolved without a window, and the window then agrees. */
class ResolveTest {
  private static final List<WindowOptions> USES =
      List.of(
          WindowOptions.NONE,
          WindowOptions.NONE.inOrder(),
          WindowOptions.NONE.inOrder().withBulks(),
          WindowOptions.NONE.inOrder().withEntries().withBulks(),
          WindowOptions.NONE.outOfOrder(),
          WindowOptions.NONE.withRangeQueries(),
          WindowOptions.NONE.exact(),
          WindowOptions.NONE.outOfOrder().exact(),
          WindowOptions.NONE.without(Trait.NEEDS_INVERSE));

  static List<String> names() {
    List<String> names = new ArrayList<>();
    SlidingWindows.algorithms().forEach(a -> names.add(a.name()));
    names.addAll(List.of("fiba", "subwindow(60)", "slicing(fiba,10)", "reorder(daba_lite,5)"));
    return names;
  }

  private static Aggregation<?> aggregation(String name) {
    return Aggregations.of(name, ValueType.LONG);
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldResolveAnAlgorithmAsItsWindowIsMade(String name) {
    for (String of : List.of("sum", "max", "collect")) {
      for (WindowOptions use : USES) {
        Algorithm made;
        try {
          made = SlidingWindows.of(name, aggregation(of), use).algorithm();
        } catch (IllegalArgumentException rejected) {
          String message =
              assertThrows(
                      IllegalArgumentException.class,
                      () -> SlidingWindows.algorithm(name, aggregation(of), use))
                  .getMessage();
          assertEquals(rejected.getMessage(), message);
          continue;
        }
        Algorithm resolved = SlidingWindows.algorithm(name, aggregation(of), use);
        if (name.equals("auto")) {
          assertTrue(made.paper().startsWith("at present " + resolved.name() + ":"), made.paper());
        } else {
          assertEquals(made, resolved);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldKnowWhichAlgorithmsAreStoredAsAWhole(String name) {
    Aggregation<?> sum = aggregation("sum");
    Algorithm resolved = SlidingWindows.algorithm(name, sum, WindowOptions.NONE.onPages());
    var window = SlidingWindows.paged(name, sum, Nowhere.STORE);
    assertEquals(window.isWhole(), resolved.is(Trait.WHOLE_ON_PAGES));
    assertEquals(window.algorithm().name(), resolved.name());
  }

  private enum Nowhere implements PageStore {
    STORE;

    @Override
    public Page get(int id) {
      return null;
    }

    @Override
    public void put(int id, Page page, boolean isNew) {}

    @Override
    public void remove(int id) {}
  }

  private static ResolvedAggregation resolve(String name, ValueType... types) {
    List<InputColumn> columns = new ArrayList<>();
    for (ValueType type : types) {
      columns.add(new InputColumn("field '" + (char) ('a' + columns.size()) + "'", type));
    }
    return Aggregations.resolve(name, columns);
  }

  private static String rejected(String name, ValueType... types) {
    return assertThrows(IllegalArgumentException.class, () -> resolve(name, types)).getMessage();
  }

  @Test
  void shouldWidenLongsBesideDoubles() {
    assertEquals(ValueType.LONG, resolve("max", ValueType.LONG).input());
    ResolvedAggregation corr = resolve("corr", ValueType.LONG, ValueType.DOUBLE);
    assertEquals(ValueType.DOUBLE, corr.input());
    assertEquals(List.of(ValueType.DOUBLE, ValueType.DOUBLE), corr.columns());
  }

  @Test
  void shouldTakeTheTypeOfTheSecondColumn() {
    ResolvedAggregation first = resolve("arg_min", ValueType.LONG, ValueType.DOUBLE);
    assertEquals("arg_min(double)", first.name());
    assertEquals(List.of(ValueType.LONG, ValueType.DOUBLE), first.columns());
    assertEquals(Single.LONG, first.result());
    ResolvedAggregation text = resolve("arg_max", ValueType.STRING, ValueType.LONG);
    assertEquals("arg_max(long)", text.name());
    assertEquals(Single.STRING, text.result());
    assertEquals(
        ValueType.LONG, resolve("arg_max(double)", ValueType.LONG, ValueType.DOUBLE).input());
  }

  @Test
  void shouldCountRowsWithoutAColumn() {
    assertEquals(List.of(), resolve("count").columns());
    assertEquals("'max' needs 1 column to aggregate; only count needs none.", rejected("max"));
    assertTrue(rejected("corr").contains("2 columns"));
    assertTrue(rejected("maximum").contains("max"));
  }

  @Test
  void shouldSayWhichColumnDoesNotFit() {
    assertEquals(
        "'weighted_mean' needs doubles here, and field 'b' has strings; cast it to double.",
        rejected("weighted_mean", ValueType.DOUBLE, ValueType.STRING));
    assertTrue(rejected("sum", ValueType.STRING).contains("'sum' does not accept strings"));
    assertTrue(rejected("max", ValueType.LONG, ValueType.LONG).contains("1 column"));
  }

  @Test
  void shouldSayWhenTheResultIsNull() {
    assertTrue(resolve("max", ValueType.LONG).isNullOfNothing());
    assertTrue(resolve("sum", ValueType.LONG).isNullOfNothing());
    assertTrue(!resolve("count", ValueType.LONG).isNullOfNothing());
    assertTrue(!resolve("sum_kahan", ValueType.DOUBLE).isNullOfNothing());
  }

  static Stream<AggregationForm> forms() {
    return Aggregations.forms().stream();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void shouldKnowTheTypeOfEveryResult(AggregationForm form) {
    for (ValueType input : form.inputs()) {
      assertNotNull(Aggregations.of(form.example(), input).result(), form + " over " + input);
    }
  }

  @Test
  void shouldKnowTheTypesOfATuple() {
    assertEquals(new ListOf(Single.LONG), resolve("tuple(max,count)", ValueType.LONG).result());
    assertEquals(
        new Places(List.of(Single.LONG, Single.DOUBLE, new ListOf(Single.LONG))),
        resolve("tuple(max,mean,collect)", ValueType.LONG).result());
  }
}
