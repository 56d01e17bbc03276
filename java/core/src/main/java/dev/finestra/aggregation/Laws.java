package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.Property;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Looks for laws that an aggregation breaks, on partial results of sampled values.
 *
 * <p>Both sides of a law are lowered and compared; for {@link Property#EXACT} aggregations their
 * bytes are compared too. Others may differ by {@value #TOLERANCE} of the largest number in either
 * side or in the lowered operands. Two sides that both throw {@link ArithmeticException} or {@link
 * IllegalStateException} agree. An inverse that is not exact may throw {@link ArithmeticException}.
 */
final class Laws {
  /** The tolerance for results of inexact aggregations, relative to the largest number. */
  static final double TOLERANCE = 1e-6;

  private static final int TRIPLES = 20_000;
  private static final int LONGEST = 5;

  private final Aggregation<?> aggregation;
  private final ObjectAggregation<Object, ?> f;
  private final boolean exact;
  private final List<Violation> violations = new ArrayList<>();

  Laws(Aggregation<?> aggregation) {
    this.aggregation = aggregation;
    this.f = GuardedWords.objects(aggregation);
    this.exact = aggregation.is(Property.EXACT);
  }

  List<Violation> violations() {
    return violations;
  }

  /**
   * Checks all triples of the samples, the identity, and runs of up to five samples. If there are
   * more than {@value #TRIPLES} triples, checks that many, always the same ones.
   */
  List<Violation> check(List<?> samples) {
    for (int i = 0; i < samples.size(); i++) {
      requireLifted(i, samples.get(i));
    }
    List<List<Object>> operands = new ArrayList<>();
    operands.add(List.of());
    for (int length = 1; length <= LONGEST; length++) {
      for (int i = 0; i + length <= samples.size(); i++) {
        operands.add(new ArrayList<>(samples.subList(i, i + length)));
      }
    }
    int n = operands.size();
    if ((long) n * n * n <= TRIPLES) {
      for (int i = 0; i < n * n * n; i++) {
        triple(operands.get(i / n / n), operands.get(i / n % n), operands.get(i % n));
      }
    } else {
      SplittableRandom random = new SplittableRandom(n);
      for (int i = 0; i < TRIPLES; i++) {
        triple(
            operands.get(i < n ? i : random.nextInt(n)),
            operands.get(random.nextInt(n)),
            operands.get(random.nextInt(n)));
      }
    }
    return violations;
  }

  /** Rejects a sample that cannot be lifted, as it says nothing about laws. */
  private void requireLifted(int index, Object sample) {
    if (sample == null) {
      throw new IllegalArgumentException(
          "The sample at index " + index + " is null. Windows skip nulls; give another value.");
    }
    try {
      f.lift(sample);
    } catch (IllegalArgumentException | ClassCastException | NullPointerException unfit) {
      throw new IllegalArgumentException(
          "The sample at index %s, %s, cannot be lifted by %s, which aggregates %s: %s"
              .formatted(
                  index,
                  ValueConversions.shown(sample),
                  ValueConversions.described(aggregation),
                  aggregation.columns() == 1
                      ? ValueConversions.plural(aggregation.input())
                      : "an Object[] of " + aggregation.columns() + " columns",
                  unfit.getMessage()),
          unfit);
    } catch (ArithmeticException | IllegalStateException | GuardedWords.Trespass lawful) {
      // reported below, with the laws
    }
  }

  /**
   * Checks the laws on three lists of values, each lifted and combined; an empty list is the
   * identity.
   */
  void triple(List<Object> as, List<Object> bs, List<Object> cs) {
    if (violations.size() >= 100) {
      return;
    }
    Object a;
    Object b;
    Object c;
    try {
      a = fold(as);
      b = fold(bs);
      c = fold(cs);
    } catch (ArithmeticException | IllegalStateException tooMuch) {
      return;
    } catch (GuardedWords.Trespass others) {
      violations.add(
          new Violation("others' words are left alone", List.of(as, bs, cs), others, ""));
      return;
    }
    byte[] before = written(a);
    byte[] beforeB = written(b);
    double size = Math.max(largest(a), Math.max(largest(b), largest(c)));
    List<List<Object>> abc = List.of(as, bs, cs);
    List<List<Object>> ab = List.of(as, bs);
    List<List<Object>> justA = List.of(as);
    Object one = f.identity();
    equal("1 ⊗ a = a", justA, size, () -> f.combine(one, a), () -> a);
    equal("a ⊗ 1 = a", justA, size, () -> f.combine(a, one), () -> a);
    equal(
        "(a ⊗ b) ⊗ c = a ⊗ (b ⊗ c)",
        abc,
        size,
        () -> f.combine(f.combine(a, b), c),
        () -> f.combine(a, f.combine(b, c)));
    equal(
        "a ⊗ b into a = a ⊗ b",
        ab,
        size,
        () -> f.combineInto(f.combineInto(f.accumulator(), a), b),
        () -> f.combine(a, b));
    equal("b's values added to a = a ⊗ b", ab, size, () -> added(a, bs), () -> f.combine(a, b));
    equal(
        "a ⊗ b into b = a ⊗ b",
        ab,
        size,
        () -> GuardedWords.combineIntoNewer(f, a, b),
        () -> f.combine(a, b));
    answerStays(a, b, ab);
    equal("read(write(a)) = a", justA, size, () -> read(written(a)), () -> a);
    if (aggregation.is(Property.COMMUTATIVE)) {
      equal("a ⊗ b = b ⊗ a", ab, size, () -> f.combine(a, b), () -> f.combine(b, a));
    }
    if (aggregation.is(Property.INVERTIBLE)) {
      inverse(a, b, ab, size);
    }
    if (aggregation.is(Property.SELECTIVE)) {
      selective(a, b, ab);
    }
    same("combine leaves a as it was", justA, before, written(a));
    same("combine leaves b as it was", List.of(bs), beforeB, written(b));
    if (as.isEmpty() && !aggregationSkipsIdentity()) {
      answers("lower(1) = empty()", List.of(), 0, f.lower(one), aggregation.empty());
    }
  }

  /** A value of an aggregation of one word may equal the identity, as in min over longs. */
  private boolean aggregationSkipsIdentity() {
    return aggregation instanceof LongAggregation && aggregation.empty() == null;
  }

  /** Begins with a value, since the identity may itself be wrong. */
  private Object fold(List<Object> values) {
    Object state = values.isEmpty() ? f.identity() : f.lift(values.get(0));
    for (int i = 1; i < values.size(); i++) {
      state = f.combine(state, f.lift(values.get(i)));
    }
    return state;
  }

  private Object added(Object state, List<Object> values) {
    Object sum = f.combineInto(f.accumulator(), state);
    for (Object value : values) {
      sum = f.add(sum, value);
    }
    return sum;
  }

  /** A window may combine more into a partial result after it has returned its answer. */
  private void answerStays(Object a, Object b, List<List<Object>> values) {
    String before;
    Object answer;
    try {
      Object into = f.combineInto(f.accumulator(), a);
      answer = f.lower(into);
      before = text(answer);
      f.combineInto(into, b);
    } catch (RuntimeException thrown) {
      return; // reported by the law above
    }
    if (!before.equals(text(answer))) {
      violations.add(
          new Violation(
              "lower(a) stays as it was when b is combined into a", values, before, answer));
    }
  }

  /** All of an answer as text, also if it is an array. */
  private static String text(Object answer) {
    return Arrays.deepToString(new Object[] {answer});
  }

  private void inverse(Object a, Object b, List<List<Object>> values, double size) {
    try {
      f.uncombine(f.combine(a, b), a);
    } catch (ArithmeticException refused) {
      if (!exact) {
        return;
      }
    } catch (UnsupportedOperationException missing) {
      // an inverse that is declared but missing is reported below, as a wrong one is
    }
    equal("a⁻¹ (a ⊗ b) = b", values, size, () -> f.uncombine(f.combine(a, b), a), () -> b);
  }

  private void selective(Object a, Object b, List<List<Object>> values) {
    byte[] both = written(f.combine(a, b));
    if (!Arrays.equals(both, written(a)) && !Arrays.equals(both, written(b))) {
      violations.add(
          new Violation(
              "a ⊗ b is a or b",
              values,
              lowered(f.combine(a, b)),
              Arrays.asList(lowered(a), lowered(b))));
    }
  }

  private void equal(
      String law,
      List<List<Object>> values,
      double size,
      Supplier<Object> left,
      Supplier<Object> right) {
    Side l = side(left);
    Side r = side(right);
    answers(law, values, size, l.lowered, r.lowered);
    if (exact && l.bytes != null && r.bytes != null) {
      same(law, values, l.bytes, r.bytes);
    }
  }

  /** One side of a law, lowered and as bytes; if it throws, the exception and no bytes. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Side(Object lowered, byte[] bytes) {}

  private Side side(Supplier<Object> made) {
    try {
      Object state = made.get();
      return new Side(lowered(state), written(state));
    } catch (RuntimeException thrown) {
      return new Side(thrown, null);
    }
  }

  private void answers(
      String law, List<List<Object>> values, double size, Object left, Object right) {
    if (!agree(left, right, exact ? -1 : size)) {
      violations.add(new Violation(law, values, left, right));
    }
  }

  private void same(String law, List<List<Object>> values, byte[] left, byte[] right) {
    if (!Arrays.equals(left, right)) {
      violations.add(
          new Violation(law + ", as bytes", values, Arrays.toString(left), Arrays.toString(right)));
    }
  }

  private Object lowered(Object state) {
    try {
      return f.lower(state);
    } catch (RuntimeException thrown) {
      return thrown;
    }
  }

  private byte[] written(Object state) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      f.write(state, new DataOutputStream(bytes));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
    return bytes.toByteArray();
  }

  /** Reads a partial result from its bytes; throws if bytes are left over. */
  private Object read(byte[] bytes) {
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      Object state = f.read(in);
      if (in.available() > 0) {
        throw new IOException(in.available() + " bytes were not read.");
      }
      return state;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private double largest(Object state) {
    return largestIn(lowered(state));
  }

  private static double largestIn(Object answer) {
    if (answer instanceof Number number) {
      double size = Math.abs(number.doubleValue());
      return size <= Double.MAX_VALUE ? size : 0;
    }
    double largest = 0;
    if (answer instanceof List<?> list) {
      for (Object part : list) {
        largest = Math.max(largest, largestIn(part));
      }
    } else if (answer instanceof Map<?, ?> map) {
      return largestIn(new ArrayList<>(map.values()));
    }
    return largest;
  }

  /** Whether two results are equal, or near enough; to the bit if the size is negative. */
  static boolean agree(Object left, Object right, double size) {
    if (left instanceof RuntimeException a && right instanceof RuntimeException b) {
      return refuses(a) && refuses(b);
    }
    if (left instanceof Double x && right instanceof Double y && size >= 0) {
      double largest = Math.max(Math.max(1, size), Math.max(Math.abs(x), Math.abs(y)));
      return x.equals(y)
          || (Math.abs(x - y) <= TOLERANCE * largest && !x.isInfinite() && !y.isInfinite());
    }
    if (left instanceof List<?> a && right instanceof List<?> b) {
      boolean agree = a.size() == b.size();
      for (int i = 0; agree && i < a.size(); i++) {
        agree = agree(a.get(i), b.get(i), size);
      }
      return agree;
    }
    if (left instanceof Map<?, ?> a && right instanceof Map<?, ?> b) {
      return agree(List.copyOf(a.keySet()), List.copyOf(b.keySet()), -1)
          && agree(new ArrayList<>(a.values()), new ArrayList<>(b.values()), size);
    }
    return Objects.equals(left, right);
  }

  private static boolean refuses(RuntimeException thrown) {
    return thrown instanceof ArithmeticException || thrown instanceof IllegalStateException;
  }
}
