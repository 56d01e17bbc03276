package dev.finestra.internal.aggregation.declared;

/**
 * The operations of declared aggregations: each method is one, under its name. Longs become doubles
 * where an operation accepts only doubles. Sums, differences and products of longs wrap around, as
 * in Java. No operation throws, because {@link #where} computes both of its operands.
 */
public final class Operations {
  private Operations() {}

  public static long add(long a, long b) {
    return a + b;
  }

  public static double add(double a, double b) {
    return a + b;
  }

  public static long sub(long a, long b) {
    return a - b;
  }

  public static double sub(double a, double b) {
    return a - b;
  }

  public static long mul(long a, long b) {
    return a * b;
  }

  public static double mul(double a, double b) {
    return a * b;
  }

  public static double div(double a, double b) {
    return a / b;
  }

  /** The quotient rounded down; 0 if b is 0. */
  public static long floordiv(long a, long b) {
    return b == 0 ? 0 : Math.floorDiv(a, b);
  }

  /** The quotient of {@code a - mod(a, b)}, rounded to a whole number, as in Python. */
  public static double floordiv(double a, double b) {
    return Math.rint((a - mod(a, b)) / b);
  }

  /** The rest of {@link #floordiv}, which has the sign of b; 0 if b is 0. */
  public static long mod(long a, long b) {
    return b == 0 ? 0 : Math.floorMod(a, b);
  }

  public static double mod(double a, double b) {
    double rest = a % b;
    if (rest == 0) {
      return Math.copySign(0.0, b);
    }
    return (rest < 0) == (b < 0) ? rest : rest + b;
  }

  public static double pow(double a, double b) {
    return Math.pow(a, b);
  }

  public static long neg(long a) {
    return -a;
  }

  public static double neg(double a) {
    return -a;
  }

  public static long abs(long a) {
    return Math.abs(a);
  }

  public static double abs(double a) {
    return Math.abs(a);
  }

  public static long min(long a, long b) {
    return Math.min(a, b);
  }

  /** NaN if either is NaN. */
  public static double min(double a, double b) {
    return Math.min(a, b);
  }

  public static long max(long a, long b) {
    return Math.max(a, b);
  }

  /** NaN if either is NaN. */
  public static double max(double a, double b) {
    return Math.max(a, b);
  }

  public static double sqrt(double a) {
    return Math.sqrt(a);
  }

  public static double exp(double a) {
    return Math.exp(a);
  }

  public static double log(double a) {
    return Math.log(a);
  }

  public static double log10(double a) {
    return Math.log10(a);
  }

  public static double sin(double a) {
    return Math.sin(a);
  }

  public static double cos(double a) {
    return Math.cos(a);
  }

  public static double atan2(double y, double x) {
    return Math.atan2(y, x);
  }

  public static double floor(double a) {
    return Math.floor(a);
  }

  public static double ceil(double a) {
    return Math.ceil(a);
  }

  public static boolean isnan(double a) {
    return Double.isNaN(a);
  }

  public static boolean lt(long a, long b) {
    return a < b;
  }

  public static boolean lt(double a, double b) {
    return a < b;
  }

  public static boolean le(long a, long b) {
    return a <= b;
  }

  public static boolean le(double a, double b) {
    return a <= b;
  }

  public static boolean eq(long a, long b) {
    return a == b;
  }

  public static boolean eq(double a, double b) {
    return a == b;
  }

  public static boolean eq(boolean a, boolean b) {
    return a == b;
  }

  public static boolean ne(long a, long b) {
    return a != b;
  }

  public static boolean ne(double a, double b) {
    return a != b;
  }

  public static boolean ne(boolean a, boolean b) {
    return a != b;
  }

  public static boolean and(boolean a, boolean b) {
    return a && b;
  }

  public static long and(long a, long b) {
    return a & b;
  }

  public static boolean or(boolean a, boolean b) {
    return a || b;
  }

  public static long or(long a, long b) {
    return a | b;
  }

  public static boolean xor(boolean a, boolean b) {
    return a ^ b;
  }

  public static long xor(long a, long b) {
    return a ^ b;
  }

  public static boolean not(boolean a) {
    return !a;
  }

  public static long not(long a) {
    return ~a;
  }

  /** Shifts by the lowest six bits of b, as in Java. */
  public static long shl(long a, long b) {
    return a << b;
  }

  /** As {@link #shl}; the sign is kept. */
  public static long shr(long a, long b) {
    return a >> b;
  }

  public static long where(boolean condition, long yes, long no) {
    return condition ? yes : no;
  }

  public static double where(boolean condition, double yes, double no) {
    return condition ? yes : no;
  }

  public static boolean where(boolean condition, boolean yes, boolean no) {
    return condition ? yes : no;
  }

  /** The whole part; the nearest long if it is out of range, 0 for NaN. */
  public static long whole(double a) {
    return (long) a;
  }

  public static long whole(long a) {
    return a;
  }

  public static long whole(boolean a) {
    return a ? 1 : 0;
  }

  public static double real(double a) {
    return a;
  }
}
