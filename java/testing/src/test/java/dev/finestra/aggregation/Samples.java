package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Random values for aggregations. Exact aggregations get any values, with the ends of the ranges
 * among them; others get values as far apart as floating point can add, with infinities and NaN
 * among them.
 */
final class Samples {
  private static final Set<String> POSITIVE = Set.of("relative_variation", "weighted_mean");

  /** Aggregations that add powers: an offset makes their rounding visible. */
  static final Set<String> POWERS =
      Set.of(
          "var_samp",
          "var_pop",
          "stddev_samp",
          "stddev_pop",
          "relative_variation",
          "skewness",
          "kurtosis",
          "covar_samp",
          "corr",
          "regr_slope");

  private final SplittableRandom random;
  private final Aggregation<?> aggregation;
  private final boolean wild;
  private final boolean positive;
  private final boolean powers;
  private final boolean product;
  private final boolean specials;
  private final double scale;
  private final double offset;
  private final int kinds;

  Samples(SplittableRandom random, Aggregation<?> aggregation) {
    String name = aggregation.name().replaceFirst("\\(.*", "");
    this.random = random;
    this.aggregation = aggregation;
    this.wild = aggregation.is(Property.EXACT);
    this.positive = POSITIVE.contains(name);
    this.powers = POWERS.contains(name);
    this.product = name.equals("product");
    this.specials = random.nextInt(4) == 0;
    boolean longs = aggregation.input() == ValueType.LONG;
    this.scale = product || longs || powers ? 1 : Math.scalb(1.0, random.nextInt(-20, 20));
    this.offset = product ? 0 : new double[] {0, 0, 1e3, 1e6}[random.nextInt(4)];
    this.kinds = 1 + random.nextInt(20);
  }

  /** At most this many values. */
  List<Object> list(int most) {
    int size = random.nextInt(most + 1);
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      values.add(value());
    }
    return values;
  }

  /** A value, or a row if the aggregation has several columns. */
  Object value() {
    if (aggregation.columns() == 1) {
      return scalar(aggregation.input());
    }
    Object[] row = new Object[aggregation.columns()];
    List<ValueType> types = aggregation.row(row.length);
    for (int i = 0; i < row.length; i++) {
      row[i] = random.nextInt(50) == 0 ? null : scalar(types.get(i));
    }
    return row;
  }

  private Object scalar(ValueType type) {
    return switch (type) {
      case LONG -> (Object) aLong();
      case DOUBLE -> (Object) aDouble();
      case STRING -> text();
    };
  }

  private long aLong() {
    if (!wild) {
      return (long) tame();
    }
    return switch (random.nextInt(8)) {
      case 0 -> Long.MAX_VALUE - random.nextInt(3);
      case 1 -> Long.MIN_VALUE + random.nextInt(3);
      case 2 -> random.nextLong();
      case 3 -> 1L << random.nextInt(64);
      case 4 -> 0;
      default -> random.nextInt(-kinds, kinds + 1);
    };
  }

  private double aDouble() {
    if (!wild) {
      return specials && random.nextInt(6) == 0 ? special() : tame();
    }
    return switch (random.nextInt(6)) {
      case 0, 1 -> special();
      case 2 -> Double.longBitsToDouble(random.nextLong());
      case 3 -> Math.scalb(random.nextDouble(), random.nextInt(-1080, 1024));
      default -> random.nextInt(-kinds, kinds + 1) / 4.0;
    };
  }

  /** No zero among values around an offset: it would cost all others their digits. */
  private double special() {
    double[] all = {
      0.0,
      -0.0,
      Double.NaN,
      Double.longBitsToDouble(0xfff8000000000001L),
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      -Double.MIN_VALUE,
      Double.MAX_VALUE,
      -Double.MAX_VALUE
    };
    int usable = wild ? all.length : powers || product ? 6 : 8;
    double special = all[random.nextInt(powers && offset > 0 ? 2 : 0, usable)];
    return positive ? Math.abs(special) : special;
  }

  /** A number on a grid: values repeat and are never nearly equal. */
  private double tame() {
    double value = (offset + random.nextInt(positive ? 1 : -kinds, kinds + 1)) * scale;
    return aggregation.name().startsWith("geomean") && random.nextInt(20) > 0
        ? Math.abs(value) + scale
        : value;
  }

  private String text() {
    String[] pieces = {"", "a", "b", "B", "ä", "\uffff", "\ud83d\ude00", "\ud800", "zz", "\u0000"};
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(pieces[random.nextInt(Math.min(kinds, pieces.length))]);
    }
    return text.toString();
  }
}
