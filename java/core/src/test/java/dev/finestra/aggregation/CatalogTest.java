package dev.finestra.aggregation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Finestra;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.name.Name;
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

/** Names, refusals, and providers; the documentation lists what the catalog has. */
class CatalogTest {
  private static String refusal(String name, ValueType input) {
    return assertThrows(IllegalArgumentException.class, () -> Aggregations.of(name, input))
        .getMessage();
  }

  @Test
  void shouldMakeEveryFormUnderItsOwnName() {
    for (AggregationForm form : new Builtins().forms()) {
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
        "there is no aggregation 'maks'; the nearest are max, last, m4",
        refusal("maks", ValueType.LONG));
    assertEquals(
        "'hll' comes with finestra-sketches, which is not on the class path",
        refusal("hll(12)", ValueType.LONG));
  }

  @Test
  void shouldRefuseInputsWithThoseThatFit() {
    assertEquals(
        "'sum_kahan' does not take longs, it takes doubles", refusal("sum_kahan", ValueType.LONG));
    assertEquals(
        "'mean' does not take strings, it takes longs or doubles",
        refusal("mean", ValueType.STRING));
  }

  @Test
  void shouldStayRightAtTheEndsOfDoubles() {
    assertTrue(
        refusal("histogram(0,1e308,10)", ValueType.DOUBLE).contains("edges overflow"),
        refusal("histogram(0,1e308,10)", ValueType.DOUBLE));
    SlidingWindow<Object> sum = Finestra.window("fiba", "sum_kahan", ValueType.DOUBLE);
    sum.insert(1, Double.MAX_VALUE);
    sum.insert(2, 0x1p969);
    sum.insert(3, 0x1p969);
    assertEquals(Double.POSITIVE_INFINITY, sum.query());
  }

  @Test
  void shouldRefuseTextsThatNoSnapshotHolds() {
    SlidingWindow<Object> window = Finestra.window("fiba", "max", ValueType.STRING);
    String text = "x".repeat((1 << 24) + 1);
    assertThrows(IllegalArgumentException.class, () -> window.insert(1, text));
    assertTrue(window.isEmpty());
  }

  @Test
  void shouldRefuseParametersThatDoNotFit() {
    assertEquals("'sum' takes no parameters, 'sum(3)' has some", refusal("sum(3)", ValueType.LONG));
    assertEquals(
        "in 'top_k(0)' k is a whole number from 1 to 10000, not 0",
        refusal("top_k(0)", ValueType.LONG));
    assertEquals(
        "in 'arg_min(string)' the type of by is long or double, not string",
        refusal("arg_min(string)", ValueType.LONG));
    assertEquals(
        "'histogram(0,1)' lacks parameters; it is written histogram(low,high,bins), as"
            + " histogram(0,100,10)",
        refusal("histogram(0,1)", ValueType.LONG));
    assertEquals(
        "in 'histogram(1,1,4)' low must be below high",
        refusal("histogram(1,1,4)", ValueType.DOUBLE));
  }

  /** A provider of one name of its own, and one that core has. */
  public static final class Good implements AggregationProvider {
    @Override
    public List<AggregationForm> forms() {
      return List.of(form("my_count"), form("count"));
    }

    private static AggregationForm form(String name) {
      return new AggregationForm(name, name, name, EnumSet.of(ValueType.LONG), "mine");
    }

    @Override
    public Aggregation<?> create(Name name, ValueType input) {
      return new Count(input);
    }
  }

  /** A provider that cannot be made. */
  public static final class Bad implements AggregationProvider {
    public Bad() {
      throw new IllegalStateException("no such luck");
    }

    @Override
    public List<AggregationForm> forms() {
      throw new AssertionError("never made");
    }

    @Override
    public Aggregation<?> create(Name name, ValueType input) {
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
      assertSame(Count.class, mine.getClass());
      assertEquals(3, catalog.failures().size(), catalog.failures().toString());
      assertTrue(catalog.failures().get(1).contains("no such luck"));
      assertEquals(
          "the aggregation 'count' of "
              + Good.class.getName()
              + " is left out: Finestra itself has one of that name; give it another",
          catalog.failures().get(2));
      assertEquals(
          catalog.failures(),
          new Aggregations(loader, new URLClassLoader(new URL[0], loader))
              .failures().stream().distinct().toList(),
          "a provider that two loaders find does not stand in its own way");
      assertEquals("sum", catalog.create(Name.parse("sum"), ValueType.LONG).name());
      assertEquals(ValueType.STRING, catalog.create(Name.parse("count"), ValueType.STRING).input());
      assertFalse(Aggregations.names().contains("my_count"));
    }
  }

  @Test
  void shouldBeDocumented() throws IOException {
    CatalogDocs.check(Path.of("../../docs/aggregations.md"), "core", new Builtins().forms());
  }
}
