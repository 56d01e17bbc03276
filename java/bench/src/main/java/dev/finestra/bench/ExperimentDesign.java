package dev.finestra.bench;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Builds one experiment: a point for each valid combination of parameters, and a note for each
 * invalid one.
 *
 * <p>Each experiment includes the baseline {@value #BASELINE} at the same parameters and, for small
 * windows, {@code recalculate}.
 */
final class ExperimentDesign {
  static final String BASELINE = "btree4";
  private static final String RECALCULATE = "recalculate";

  /** The largest window for {@code recalculate}, which takes minutes beyond it. */
  private static final long RECALCULATED = 4096;

  private final String name;
  private final String what;
  private final List<Point> points = new ArrayList<>();
  private final List<Workload> workloads;
  private final Set<String> skipped = new LinkedHashSet<>();
  private List<String> algorithms = List.of();
  private List<Long> ms = List.of(1L);
  private List<Long> ds = List.of(0L);
  private List<Company> companies = List.of(Company.ALONE);

  /**
   * An experiment without points.
   *
   * @param some the workloads; {@link Workload#BULK} if there are none
   */
  ExperimentDesign(String name, String what, Workload... some) {
    this.name = name;
    this.what = what;
    this.workloads = some.length == 0 ? List.of(Workload.BULK) : List.of(some);
  }

  ExperimentDesign algorithms(List<String> some) {
    algorithms = some;
    return this;
  }

  ExperimentDesign m(long... some) {
    ms = java.util.Arrays.stream(some).boxed().toList();
    return this;
  }

  ExperimentDesign d(long... some) {
    ds = java.util.Arrays.stream(some).boxed().toList();
    return this;
  }

  ExperimentDesign companies(Company... some) {
    companies = List.of(some);
    return this;
  }

  /** Adds the points of the papers' aggregations: a sum, a geometric mean, a Bloom filter. */
  ExperimentDesign overPapers(long n, String bloom, long nOfBloom) {
    return over("sum_wrapping", n).over("geomean", n).over(bloom, nOfBloom);
  }

  /** Adds the points of one aggregation, at these window sizes. */
  ExperimentDesign over(String aggregation, long... ns) {
    String missing = Monoids.missing(aggregation);
    if (missing != null) {
      skipped.add(aggregation + ": " + missing);
      return this;
    }
    Set<String> all = new LinkedHashSet<>(algorithms);
    all.add(BASELINE);
    all.add(RECALCULATE);
    for (String algorithm : all) {
      for (long n : ns) {
        add(algorithm, aggregation, n);
      }
    }
    return this;
  }

  private void add(String algorithm, String aggregation, long n) {
    Algorithm known;
    try {
      known = SlidingWindows.algorithm(Ablation.catalogName(algorithm));
    } catch (IllegalArgumentException unknown) {
      skipped.add(algorithm + ": " + unknown.getMessage());
      return;
    }
    if (!SlidingWindows.fits(known.name(), Monoids.of(aggregation))) {
      skipped.add(
          algorithm + " with " + aggregation + ": the aggregation lacks what the algorithm needs");
      return;
    }
    if (algorithm.equals(RECALCULATE) && n > RECALCULATED) {
      return;
    }
    for (Workload workload : workloads) {
      if (fits(known, workload)) {
        for (Company company : companies) {
          for (long d : ds) {
            for (long m : ms) {
              if (m <= n && d <= n && (d == 0 || known.is(Trait.OUT_OF_ORDER))) {
                points.add(new Point(workload, algorithm, aggregation, n, (int) m, d, company));
              }
            }
          }
        }
      }
    }
  }

  private static boolean fits(Algorithm algorithm, Workload workload) {
    return switch (workload) {
      case SHARED_TREE -> algorithm.is(Trait.RANGE_QUERY);
      case SPACE_SCATTERED -> algorithm.is(Trait.OUT_OF_ORDER);
      default -> true;
    };
  }

  /** The experiment, with its x axis and its metrics. */
  Experiment shown(String varies, String... metrics) {
    return new Experiment(
        name, what, varies, List.of(metrics), List.copyOf(points), List.copyOf(skipped));
  }
}
