package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Expected results of aggregations, from all values at once, with sorted lists and big decimals.
 */
final class Naive {
  private static final MathContext DIGITS = new MathContext(60);

  private final ValueType input;
  private final List<Object> values;
  private final List<Object[]> rows;

  private Naive(ValueType input, List<Object> all) {
    this.input = input;
    this.values = all.stream().filter(v -> !(v instanceof Object[])).toList();
    this.rows =
        all.stream()
            .filter(v -> v instanceof Object[] row && row[0] != null && row[1] != null)
            .map(v -> (Object[]) v)
            .toList();
  }

  /** The result, or a RuntimeException if there is none. */
  static Object answer(String name, ValueType input, List<Object> values) {
    return new Naive(input, values).answer(name);
  }

  private Object answer(String name) {
    boolean longs = input == ValueType.LONG;
    if (name.startsWith("declared(rms,")) {
      return values.isEmpty() ? null : rootMeanSquare();
    }
    return switch (name) {
      case "count" -> (long) values.size();
      case "sum" -> longs ? exactly(wholeSum()) : (Object) sum();
      case "sum_wrapping" -> wholeSum().longValue();
      case "sum_kahan" -> sum();
      case "mean" -> values.isEmpty() ? null : longs ? mean(wholeSum()) : (Object) (sum() / n());
      case "geomean" -> values.isEmpty() ? null : geomean();
      case "product" -> longs ? product() : (Object) fold(1.0, (a, b) -> a * b);
      case "min" -> values.isEmpty() ? null : sorted().get(0);
      case "max" -> values.isEmpty() ? null : sorted().get(values.size() - 1);
      case "min_count" -> values.isEmpty() ? 0L : occurrences(sorted().get(0));
      case "max_count" -> values.isEmpty() ? 0L : occurrences(sorted().get(values.size() - 1));
      case "first" -> values.isEmpty() ? null : values.get(0);
      case "last" -> values.isEmpty() ? null : values.get(values.size() - 1);
      case "range" -> values.isEmpty() ? null : range(longs);
      case "m4" -> values.isEmpty() ? null : m4();
      case "arg_min" -> arg((a, b) -> compare(b[1], a[1]) < 0 ? b : a);
      case "arg_max" -> arg((a, b) -> compare(b[1], a[1]) > 0 ? b : a);
      case "bool_and" -> values.stream().noneMatch(v -> v.equals(0L));
      case "bool_or" -> !values.stream().allMatch(v -> v.equals(0L));
      case "bit_and" -> bits(-1, (a, b) -> a & b);
      case "bit_or" -> bits(0, (a, b) -> a | b);
      case "bit_xor" -> bits(0, (a, b) -> a ^ b);
      case "concat" -> values.stream().map(String::valueOf).collect(Collectors.joining());
      case "collect" -> values;
      case "collect_distinct" -> new ArrayList<>(distinct());
      case "count_distinct" -> (long) distinct().size();
      case "top_k(10)" -> top(10);
      case "top_k(3)" -> top(3);
      case "histogram(0,100,10)" -> histogram();
      default -> statistic(name);
    };
  }

  private static Object refused() {
    return new ArithmeticException("refused");
  }

  private double n() {
    return values.size();
  }

  private static int compare(Object a, Object b) {
    if (a instanceof Long x) {
      return Long.compare(x, (Long) b);
    }
    if (a instanceof Double x) {
      return Double.compare(x, (Double) b);
    }
    return Arrays.compare(
        ((String) a).chars().map(Naive::surrogatesLast).toArray(),
        ((String) b).chars().map(Naive::surrogatesLast).toArray());
  }

  private static int surrogatesLast(int unit) {
    return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
  }

  /** For valid texts the order of code points is the order of UTF-8. */
  static boolean isOrderOfUtf8(String a, String b) {
    return Integer.signum(compare(a, b))
        == Integer.signum(
            Arrays.compareUnsigned(
                a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8)));
  }

  private List<Object> sorted() {
    return values.stream().sorted(Naive::compare).toList();
  }

  private long occurrences(Object value) {
    return values.stream().filter(value::equals).count();
  }

  private Set<Object> distinct() {
    Set<Object> all = new TreeSet<>((Comparator<Object>) Naive::compare);
    all.addAll(values);
    return all;
  }

  private List<Object> top(int k) {
    List<Object> falling = new ArrayList<>(sorted());
    Collections.reverse(falling);
    return falling.subList(0, Math.min(k, falling.size()));
  }

  private BigInteger wholeSum() {
    return values.stream()
        .map(v -> BigInteger.valueOf((Long) v))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private static Object exactly(BigInteger number) {
    return number.bitLength() < 64 ? (Object) number.longValue() : refused();
  }

  private Object mean(BigInteger sum) {
    return new BigDecimal(sum).divide(BigDecimal.valueOf(values.size()), DIGITS).doubleValue();
  }

  private Object product() {
    BigInteger product =
        values.stream()
            .map(v -> BigInteger.valueOf((Long) v))
            .reduce(BigInteger.ONE, BigInteger::multiply);
    return product.equals(BigInteger.valueOf(Long.MIN_VALUE)) ? refused() : exactly(product);
  }

  private double fold(double seed, BinaryOperator<Double> step) {
    double result = seed;
    for (Object value : values) {
      result = step.apply(result, (Double) value);
    }
    return result;
  }

  private static boolean finite(List<Double> numbers) {
    return numbers.stream().allMatch(Double::isFinite);
  }

  private static List<Double> doubles(List<?> numbers) {
    return numbers.stream().map(v -> ((Number) v).doubleValue()).toList();
  }

  private double sum() {
    List<Double> all = doubles(values);
    return finite(all) ? total(all).doubleValue() : all.stream().reduce(0.0, Double::sum);
  }

  private static BigDecimal total(List<Double> numbers) {
    return numbers.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** The result of the catalog's example. */
  private Object rootMeanSquare() {
    return Math.sqrt(doubles(values).stream().mapToDouble(v -> v * v).sum() / n());
  }

  private Object geomean() {
    List<Double> all = doubles(values);
    if (all.stream().anyMatch(v -> v < 0 || v.isNaN())) {
      return Double.NaN;
    }
    boolean zero = all.stream().anyMatch(v -> v == 0);
    boolean infinite = all.stream().anyMatch(v -> v.isInfinite());
    if (zero || infinite) {
      return zero && infinite ? Double.NaN : zero ? 0.0 : Double.POSITIVE_INFINITY;
    }
    return Math.exp(all.stream().mapToDouble(Math::log).average().orElseThrow());
  }

  private Object range(boolean longs) {
    Object least = sorted().get(0);
    Object greatest = sorted().get(values.size() - 1);
    return longs
        ? exactly(BigInteger.valueOf((Long) greatest).subtract(BigInteger.valueOf((Long) least)))
        : (Object) ((Double) greatest - (Double) least);
  }

  private Object m4() {
    Map<String, Object> four = new LinkedHashMap<>();
    four.put("first", values.get(0));
    four.put("last", values.get(values.size() - 1));
    four.put("min", sorted().get(0));
    four.put("max", sorted().get(values.size() - 1));
    return four;
  }

  private Object histogram() {
    List<Double> all = doubles(values);
    List<Object> counts = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      double low = 10.0 * i;
      double high = i == 9 ? Math.nextUp(100.0) : low + 10;
      counts.add(all.stream().filter(v -> v >= low && v < high).count());
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("low", 0.0);
    answer.put("high", 100.0);
    answer.put("counts", counts);
    answer.put("below", all.stream().filter(v -> v < 0).count());
    answer.put("above", all.stream().filter(v -> v > 100).count());
    answer.put("nan", all.stream().filter(v -> v.isNaN()).count());
    return answer;
  }

  private Object arg(BinaryOperator<Object[]> better) {
    return rows.stream().reduce(better).map(row -> row[0]).orElse(null);
  }

  private Object bits(long seed, BinaryOperator<Long> step) {
    return values.stream().map(v -> (Long) v).reduce(seed, step);
  }

  private Object statistic(String name) {
    List<Double> x = doubles(rows.isEmpty() ? values : rows.stream().map(r -> r[0]).toList());
    List<Double> y = doubles(rows.stream().map(r -> r[1]).toList());
    if (x.isEmpty()) {
      return null;
    }
    if (name.equals("weighted_mean")) {
      return weighted(x, y);
    }
    boolean one = x.size() == 1;
    if (one && !name.endsWith("_pop")) {
      return null;
    }
    return finite(x) && finite(y) ? moments(name, x, y) : (Object) Double.NaN;
  }

  private static Object weighted(List<Double> values, List<Double> weights) {
    double weight = 0;
    double all = 0;
    for (int i = 0; i < values.size(); i++) {
      weight += weights.get(i);
      all += values.get(i) * weights.get(i);
    }
    return weight == 0 ? null : (Object) (all / weight);
  }

  /** The sum of (x − mean of x)^p (y − mean of y)^q. */
  private static BigDecimal central(List<Double> x, int p, List<Double> y, int q) {
    BigDecimal n = BigDecimal.valueOf(x.size());
    BigDecimal meanX = total(x).divide(n, DIGITS);
    BigDecimal meanY = y.isEmpty() ? BigDecimal.ZERO : total(y).divide(n, DIGITS);
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < x.size(); i++) {
      BigDecimal term = new BigDecimal(x.get(i)).subtract(meanX).pow(p, DIGITS);
      if (q > 0) {
        term = term.multiply(new BigDecimal(y.get(i)).subtract(meanY).pow(q, DIGITS));
      }
      sum = sum.add(term);
    }
    return sum;
  }

  private static Object moments(String name, List<Double> x, List<Double> y) {
    double n = x.size();
    double squares = equal(x) ? 0 : central(x, 2, y, 0).doubleValue();
    return switch (name) {
      case "var_samp" -> (Object) (squares / (n - 1));
      case "var_pop" -> squares / n;
      case "stddev_samp" -> Math.sqrt(squares / (n - 1));
      case "stddev_pop" -> Math.sqrt(squares / n);
      case "relative_variation" -> {
        double mean = total(x).doubleValue() / n;
        yield mean == 0 ? null : (Object) (Math.sqrt(squares / (n - 1)) / Math.abs(mean));
      }
      case "skewness" ->
          squares == 0
              ? null
              : (Object) (central(x, 3, y, 0).doubleValue() / n / Math.pow(squares / n, 1.5));
      case "kurtosis" ->
          squares == 0
              ? null
              : (Object) (central(x, 4, y, 0).doubleValue() / n / Math.pow(squares / n, 2) - 3);
      case "covar_samp" -> central(x, 1, y, 1).doubleValue() / (n - 1);
      case "corr" ->
          squares == 0 || equal(y)
              ? null
              : (Object)
                  (central(x, 1, y, 1).doubleValue()
                      / Math.sqrt(squares * central(y, 2, y, 0).doubleValue()));
      case "regr_slope" ->
          equal(y)
              ? null
              : (Object) (central(x, 1, y, 1).doubleValue() / central(y, 2, y, 0).doubleValue());
      default -> throw new AssertionError("there is no naive " + name);
    };
  }

  private static boolean equal(List<Double> numbers) {
    double first = numbers.get(0);
    return numbers.stream().allMatch(v -> v == first);
  }
}
