package dev.finestra.aggregation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.internal.aggregation.declared.Operations;
import dev.finestra.testing.Trials;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeclaredTest {
  private static final String RMS =
      "declared(rms,columns(x),state(n long,s double),lift(1,mul(x,x)),"
          + "combine(add(a.n,b.n),add(a.s,b.s)),lower(sqrt(div(a.s,a.n))),is(commutative))";

  /** Sums of x, and whether any x was negative; its identity has a value for each field. */
  private static final String SUM =
      "declared(total,columns(x),state(s long,any boolean),lift(x,lt(x,0)),"
          + "combine(add(a.s,b.s),or(a.any,b.any)),lower(where(a.any,neg(a.s),a.s)),"
          + "identity(0,false),is(commutative,exact))";

  @Test
  void shouldComputeLikeAPlainLoop() {
    Trials.run(
        20,
        500,
        "windows of a declared aggregation",
        (seed, only) -> {
          Random random = new Random(seed);
          SlidingWindow<Object> window = SlidingWindows.of("b_fiba4", RMS, ValueType.DOUBLE);
          double squares = 0;
          int rows = 1 + random.nextInt(100);
          for (int i = 0; i < rows; i++) {
            double value = random.nextInt(64) / 8.0;
            window.insert(random.nextInt(40), value);
            squares += value * value;
          }
          assertEquals(Math.sqrt(squares / rows), window.query());
          assertEquals(Math.sqrt(squares / rows), window.queryDouble());
          window.bulkEvict(40);
          assertNull(window.query());
        });
  }

  @Test
  void shouldUseTheDeclaredIdentity() {
    SlidingWindow<Object> window = SlidingWindows.of("b_fiba4", SUM, ValueType.LONG);
    assertEquals(0L, window.query());
    window.insert(1, 7);
    assertEquals(7L, window.query());
    window.insert(2, -9);
    assertEquals(2L, window.query());
  }

  @Test
  void shouldRemoveWithTheInverse() {
    String sum =
        "declared(s,columns(x),state(s long),lift(x),combine(add(a.s,b.s)),lower(a.s),"
            + "inverse(sub(a.s,b.s)),identity(0),is(commutative,exact))";
    assertEquals(List.of(), Aggregations.checkLaws(of(sum), List.of(3L, 1L, -5L)));
    SlidingWindow<Object> window = SlidingWindows.of("subtract_on_evict", sum, ValueType.LONG);
    for (long i = 1; i <= 10; i++) {
      window.insert(i, i);
      window.bulkEvict(i - 3);
    }
    assertEquals(27L, window.query());
  }

  @Test
  void shouldAggregateSeveralColumns() {
    String dot =
        "declared(dot,columns(x,y),state(s double),lift(let(p,mul(x,y)),p),"
            + "combine(add(a.s,b.s)),lower(a.s,lt(0,a.s)))";
    SlidingWindow<Object> window = SlidingWindows.of("b_fiba4", dot, ValueType.DOUBLE);
    window.insert(1, new Object[] {2.0, 3.0});
    window.insert(2, new Object[] {null, 3.0});
    assertEquals(6.0, window.query());
    window.insert(3, new Object[] {-5.0, 3.0});
    assertNull(window.query(), "the second expression of lower is false");
    assertThrows(IllegalArgumentException.class, () -> window.insert(4, 1.0));
  }

  /** Without an identity, all words of a partial result without values are 0. */
  @Test
  void shouldCombineOnlyValues() {
    String max = "declared(m,columns(x),state(m long),lift(x),combine(max(a.m,b.m)),lower(a.m))";
    SlidingWindow<Object> window = SlidingWindows.of("b_fiba4", max, ValueType.LONG);
    for (long time = 1; time <= 20; time++) {
      window.insert(time, -time);
    }
    window.bulkEvict(3);
    assertEquals(-4L, window.query());
  }

  /** A shared quotient is computed before the condition that rules it out. */
  @Test
  void shouldNotComputeAResultThatIsNull() {
    String mean =
        "declared(m,columns(x),state(n long,s long),lift(1,x),combine(add(a.n,b.n),add(a.s,b.s)),"
            + "lower(let(q,floordiv(a.s,a.n)),add(q,q),lt(0,a.n)),identity(0,0))";
    SlidingWindow<Object> window = SlidingWindows.of("b_fiba4", mean, ValueType.LONG);
    assertNull(window.query());
    window.insert(1, 7);
    assertEquals(14L, window.query());
  }

  @Test
  void shouldRejectNamesThatMeanTwoThings() {
    for (String wrong :
        List.of(
            "columns(x,x),state(s long),lift(x)",
            "columns(true),state(s long),lift(1)",
            "columns(x),state(s long),lift(let(x,1),x)",
            "columns(x),state(s long),lift(let(p,1),let(p,2),p)")) {
      String text = "declared(d,%s,combine(a.s),lower(a.s))".formatted(wrong);
      assertThrows(IllegalArgumentException.class, () -> of(text), text);
    }
  }

  @Test
  void shouldFindBrokenLaws() {
    assertEquals(List.of(), Aggregations.checkLaws(of(RMS), List.of(1L, 2L, 3L)));
    assertEquals(List.of(), Aggregations.checkLaws(of(SUM), List.of(1L, -2L, 3L)));
    String difference =
        "declared(d,columns(x),state(s long),lift(x),combine(sub(a.s,b.s)),lower(a.s))";
    assertTrue(Aggregations.checkLaws(of(difference), List.of(1L, 2L, 3L)).size() > 0);
  }

  @Test
  void shouldCompileADefinitionOnce() {
    assertSame(of(RMS), of(RMS));
    assertEquals(RMS, of(RMS).name());
  }

  private static Aggregation<?> of(String text) {
    return Aggregations.of(text, ValueType.LONG);
  }

  @Test
  void shouldRejectWhatDoesNotFit() {
    String rest = "combine(a.s),lower(a.s))";
    Map<String, String> messages =
        Map.of(
            "declared(d,columns(x),state(s long),lift(sqrt(x)),combine(a.s),lower(a.s))",
            "In the declared aggregation 'd', 'sqrt(x)' is a double where a long is needed;"
                + " whole(…) makes a long of it.",
            "declared(d,columns(x),state(s long),lift(y),combine(a.s),lower(a.s))",
            "In the declared aggregation 'd', 'y' is neither a number nor one of [x].",
            "declared(d,columns(x),state(s long),lift(squareroot(x)),combine(a.s),lower(a.s))",
            "In the declared aggregation 'd', there is no operation 'squareroot'. Did you mean",
            "declared(d,columns(x),state(s long),lift(where(x,1,2)),combine(a.s),lower(a.s))",
            "In the declared aggregation 'd', where does not accept (long, long, long) in"
                + " 'where(x,1,2)'.",
            "declared(d,columns(x),state(s long),lift(x,x)," + rest,
            "In the declared aggregation 'd', lift must have an expression for each of 1 fields,"
                + " not 2.",
            "declared(d,columns(x),state(s text),lift(x)," + rest,
            "In the declared aggregation 'd', 'text' is no type of a field; the types are long,"
                + " double, boolean.",
            "declared(d,columns(x),state(s long),lift(x),combine(a.s),lower(a.s),inverse(a.s))",
            "In the declared aggregation 'd', an inverse needs an identity(…).",
            "declared(d,columns(x),lift(x)," + rest,
            "In the declared aggregation 'd', state(…) is missing; write it as declared(",
            "declared(d,columns(x),state(s long),lift(x),what(1)," + rest,
            "In the declared aggregation 'd', 'what' is unknown.",
            "declared(d,columns(x),state(s long),lift(99999999999999999999)," + rest,
            "In the declared aggregation 'd', '99999999999999999999' is no number of 64 bits.");
    messages.forEach(
        (text, message) -> {
          var rejected = assertThrows(IllegalArgumentException.class, () -> of(text));
          assertTrue(rejected.getMessage().startsWith(message), rejected.getMessage());
        });
  }

  /** A random expression, and its value. */
  private record Computed(String text, Object value) {}

  @Test
  void shouldComputeAnyExpressionLikeJava() {
    Trials.run(
        200,
        20_000,
        "expressions",
        (seed, only) -> {
          Random random = new Random(seed);
          long x = random.nextInt(100) - 50;
          Computed made = expression(random, x, 4);
          String type =
              made.value instanceof Long
                  ? "long"
                  : made.value instanceof Double ? "double" : "boolean";
          String text =
              "declared(e,columns(x),state(v %s),lift(%s),combine(b.v),lower(a.v))"
                  .formatted(type, made.text);
          SlidingWindow<Object> window = SlidingWindows.of("b_fiba4", text, ValueType.LONG);
          window.insert(1, x);
          assertEquals(made.value, window.query(), text);
        });
  }

  private static Computed expression(Random random, long x, int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return switch (random.nextInt(4)) {
        case 0 -> new Computed("x", x);
        case 1 -> new Computed("0.25", 0.25);
        case 2 -> new Computed("-3", -3L);
        default -> new Computed("true", true);
      };
    }
    List<Method> all = new ArrayList<>(Arrays.asList(Operations.class.getDeclaredMethods()));
    all.removeIf(method -> !Modifier.isPublic(method.getModifiers()));
    all.sort(Comparator.comparing(Method::toString));
    while (true) {
      Method method = all.get(random.nextInt(all.size()));
      List<String> texts = new ArrayList<>();
      List<Object> values = new ArrayList<>();
      for (Class<?> type : method.getParameterTypes()) {
        Computed operand = expression(random, x, depth - 1);
        while (!boxed(type).isInstance(operand.value)) {
          operand = expression(random, x, random.nextInt(depth));
        }
        texts.add(operand.text);
        values.add(operand.value);
      }
      try {
        Object value = method.invoke(null, values.toArray());
        return new Computed(method.getName() + "(" + String.join(",", texts) + ")", value);
      } catch (ReflectiveOperationException impossible) {
        throw new AssertionError(impossible);
      }
    }
  }

  private static Class<?> boxed(Class<?> type) {
    return type == long.class ? Long.class : type == double.class ? Double.class : Boolean.class;
  }
}
