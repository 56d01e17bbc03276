package dev.finestra.aggregation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.internal.aggregation.BuiltInAggregations;
import dev.finestra.internal.name.Name;
import dev.finestra.testing.CatalogDocs;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names, error messages and providers of aggregations; the docs list the whole catalog. */
class CatalogTest {
  private static String refusal(String name, ValueType input) {
    return assertThrows(IllegalArgumentException.class, () -> Aggregations.of(name, input))
        .getMessage();
  }

  @Test
  void shouldMakeEveryFormUnderItsOwnName() {
    for (AggregationForm form : new BuiltInAggregations().forms()) {
      for (ValueType input : form.inputs()) {
        Aggregation<?> made = Aggregations.of(form.example(), input);
        assertEquals(form.example(), made.name());
        assertEquals(input, made.input());
        assertTrue(form.example().startsWith(form.name()));
        assertTrue(Aggregations.names().contains(form.name()));
        assertEquals(made.name(), Aggregations.of(made.name(), input).name());
      }
    }
  }

  @Test
  void shouldRefuseUnknownNamesWithTheNearest() {
    assertEquals(
        "Unknown aggregation 'maks'. Did you mean 'max', 'last' or 'm4'?",
        refusal("maks", ValueType.LONG));
    assertEquals(
        "The aggregation 'hll' is part of finestra-sketches, which is not on the class path. Add"
            + " that artifact.",
        refusal("hll(12)", ValueType.LONG));
  }

  @Test
  void shouldRefuseInputsWithThoseThatFit() {
    assertEquals(
        "'sum_kahan' does not accept longs, only doubles.", refusal("sum_kahan", ValueType.LONG));
    assertEquals(
        "'mean' does not accept strings, only longs or doubles.",
        refusal("mean", ValueType.STRING));
  }

  @Test
  void shouldStayRightAtTheEndsOfDoubles() {
    assertTrue(
        refusal("histogram(0,1e308,10)", ValueType.DOUBLE).contains("edges overflow"),
        refusal("histogram(0,1e308,10)", ValueType.DOUBLE));
    SlidingWindow<Object> sum = SlidingWindows.of("fiba", "sum_kahan", ValueType.DOUBLE);
    sum.insert(1, Double.MAX_VALUE);
    sum.insert(2, 0x1p969);
    sum.insert(3, 0x1p969);
    assertEquals(Double.POSITIVE_INFINITY, sum.query());
  }

  @Test
  void shouldRefuseTextsThatNoSnapshotHolds() {
    SlidingWindow<Object> window = SlidingWindows.of("fiba", "max", ValueType.STRING);
    String text = "x".repeat((1 << 24) + 1);
    assertThrows(IllegalArgumentException.class, () -> window.insert(1, text));
    assertTrue(window.isEmpty());
  }

  @Test
  void shouldRefuseParametersThatDoNotFit() {
    assertEquals(
        "'sum(3)' has parameters, but 'sum' accepts none.", refusal("sum(3)", ValueType.LONG));
    assertEquals(
        "In 'top_k(0)', k must be a whole number from 1 to 10000, not 0.",
        refusal("top_k(0)", ValueType.LONG));
    assertEquals(
        "In 'arg_min(string)', the type of by must be long or double, not string.",
        refusal("arg_min(string)", ValueType.LONG));
    assertEquals(
        "'histogram(0,1)' lacks parameters. Write it as histogram(low,high,bins), such as"
            + " histogram(0,100,10).",
        refusal("histogram(0,1)", ValueType.LONG));
    assertEquals(
        "In 'histogram(1,1,4)', low must be below high.",
        refusal("histogram(1,1,4)", ValueType.DOUBLE));
  }

  /** A provider of one new name and of one that core has. */
  public static final class Good implements AggregationProvider {
    @Override
    public List<AggregationForm> forms() {
      return List.of(form("my_count"), form("count"));
    }

    private static AggregationForm form(String name) {
      return new AggregationForm(name, name, name, EnumSet.of(ValueType.LONG), "mine");
    }

    @Override
    public Aggregation<?> create(Parameters name, ValueType input) {
      return Aggregations.of("count", input);
    }
  }

  /** A provider whose constructor throws. */
  public static final class Bad implements AggregationProvider {
    public Bad() {
      throw new IllegalStateException("no such luck");
    }

    @Override
    public List<AggregationForm> forms() {
      throw new AssertionError("never made");
    }

    @Override
    public Aggregation<?> create(Parameters name, ValueType input) {
      throw new AssertionError("never made");
    }
  }

  @Test
  void shouldFindProvidersAndLiveWithBrokenOnes(@TempDir Path folder) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(AggregationProvider.class.getName()),
        "dev.finestra.Missing\n" + Bad.class.getName() + "\n" + Good.class.getName() + "\n");
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      Aggregations catalog = new Aggregations(loader);
      Aggregation<?> mine = catalog.create(Name.parse("my_count"), ValueType.LONG);
      assertSame(Aggregations.of("count", ValueType.LONG).getClass(), mine.getClass());
      assertEquals(3, catalog.failures().size(), catalog.failures().toString());
      assertTrue(catalog.failures().get(1).contains("no such luck"));
      assertEquals(
          "The aggregation 'count' of "
              + Good.class.getName()
              + " is left out: Finestra itself has one of that name. Rename it.",
          catalog.failures().get(2));
      assertEquals(
          catalog.failures(),
          new Aggregations(loader, new URLClassLoader(new URL[0], loader))
              .failures().stream().distinct().toList(),
          "a provider that two loaders find must not conflict with itself");
      assertEquals("sum", catalog.create(Name.parse("sum"), ValueType.LONG).name());
      assertEquals(ValueType.STRING, catalog.create(Name.parse("count"), ValueType.STRING).input());
      assertFalse(Aggregations.names().contains("my_count"));
    }
  }

  @Test
  void shouldBeDocumented() throws IOException {
    CatalogDocs.check(
        Path.of("../../docs/aggregations.md"), "core", new BuiltInAggregations().forms());
  }
}
