package dev.finestra.bench;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.Finestra;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lays out one experiment: every combination of what was asked for that fits, and a note of what
 * does not.
 *
 * <p>Each has a baseline at the same parameters: {@value #BASELINE}; and where the window is small
 * enough, {@code recalculate}.
 */
final class Design {
  private static final String BASELINE = "btree4";
  private static final String RECALCULATE = "recalculate";

  /** Recalculation beyond this many entries is minutes of waiting for what is known. */
  private static final long RECALCULATED = 4096;

  private final String name;
  private final String what;
  private final List<Point> points = new ArrayList<>();
  private final Set<String> skipped = new LinkedHashSet<>();
  private List<Workload> workloads = List.of(Workload.BULK);
  private List<String> algorithms = List.of();
  private List<Long> ms = List.of(1L);
  private List<Long> ds = List.of(0L);
  private List<Company> companies = List.of(Company.ALONE);

  Design(String name, String what) {
    this.name = name;
    this.what = what;
  }

  Design workloads(Workload... some) {
    workloads = List.of(some);
    return this;
  }

  Design algorithms(List<String> some) {
    algorithms = some;
    return this;
  }

  Design m(long... some) {
    ms = java.util.Arrays.stream(some).boxed().toList();
    return this;
  }

  Design d(long... some) {
    ds = java.util.Arrays.stream(some).boxed().toList();
    return this;
  }

  Design companies(Company... some) {
    companies = List.of(some);
    return this;
  }

  /** Adds the points of one aggregation, at these window sizes. */
  Design over(String aggregation, long... ns) {
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
      known = Finestra.algorithm(Ablation.catalogName(algorithm));
    } catch (IllegalArgumentException unknown) {
      skipped.add(algorithm + ": " + unknown.getMessage());
      return;
    }
    if (!Finestra.fits(known.name(), Monoids.of(aggregation))) {
      skipped.add(algorithm + " with " + aggregation + ": they do not fit");
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

  /** The experiment, with its tables' columns and metrics. */
  Experiment shown(String varies, String... metrics) {
    return new Experiment(
        name, what, varies, List.of(metrics), List.copyOf(points), List.copyOf(skipped));
  }
}
