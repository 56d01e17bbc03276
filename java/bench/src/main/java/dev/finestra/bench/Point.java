package dev.finestra.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One configuration to measure.
 *
 * @param n entries in the window
 * @param m entries of a bulk; for shared windows, entries of the smaller window
 * @param d out-of-order distance: how many entries are newer than an inserted one
 */
public record Point(
    Workload workload,
    String algorithm,
    String aggregation,
    long n,
    int m,
    long d,
    Company company) {

  public Point {
    if (n < 1 || n > 1L << 30) {
      throw new IllegalArgumentException("n is " + n + "; it must be from 1 to 2^30");
    }
    if (m < 1 || m > n) {
      throw new IllegalArgumentException("m is " + m + "; it must be from 1 to n, here " + n);
    }
    if (d < 0 || d > n) {
      throw new IllegalArgumentException("d is " + d + "; it must be from 0 to n, here " + n);
    }
  }

  /** The same with another aggregation over a smaller window; m and d are limited to its size. */
  public Point smaller(String other, long size, int bulk) {
    return new Point(
        workload, algorithm, other, size, (int) Math.min(bulk, size), Math.min(d, size), company);
  }

  /** The number of entries older than an inserted one; rounds evict from these. */
  public long past() {
    return Math.max(n - d, m);
  }

  /** The algorithm's name in the catalog. */
  public String catalogName() {
    return Ablation.catalogName(algorithm);
  }

  /** The options of {@code finestra bench point} for this point. */
  List<String> arguments() {
    return List.of(
        "--workload", workload.label(),
        "--algorithm", algorithm,
        "--aggregation", aggregation,
        "--n", Long.toString(n),
        "--m", Integer.toString(m),
        "--d", Long.toString(d),
        "--company", company.label());
  }

  @Override
  public String toString() {
    return String.join(" ", arguments());
  }

  /** Its parameters, for results. */
  Map<String, Object> parameters() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("n", n);
    all.put("m", m);
    all.put("d", d);
    if (company != Company.ALONE) {
      all.put("company", company.label());
    }
    return all;
  }
}
