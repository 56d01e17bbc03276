package dev.finestra.bench;

import dev.finestra.Algorithm;
import dev.finestra.SlidingWindows;
import java.util.List;
import java.util.stream.Stream;

/** The papers' experiments and our own questions, as data. */
final class Experiments {
  private static final String SUM = "sum_wrapping";
  private static final String GEOMEAN = "geomean";
  private static final String BLOOM = "bloom_bits(4096)";
  private static final String PAPER_BLOOM = "bloom_bits(16384)";
  private static final List<String> TREES = List.of("b_fiba4", "b_fiba8", "nb_fiba4", "nb_fiba8");
  private static final List<String> ALL =
      List.of("b_fiba4", "b_fiba8", "nb_fiba4", "nb_fiba8", "amta", "two_stacks_lite", "daba_lite");
  private static final List<String> ARITIES =
      Stream.of(2, 4, 6, 8, 12, 16, 24, 32, 64).map(arity -> "b_fiba" + arity).toList();
  private static final String[] LATENCIES = {
    "evict_p50_ns",
    "evict_p99_ns",
    "evict_p99.9_ns",
    "evict_p99.999_ns",
    "insert_p50_ns",
    "insert_p99_ns",
    "insert_p99.9_ns",
    "insert_p99.999_ns",
    "query_p50_ns",
    "query_p99.999_ns"
  };
  private static final long[] BULKS = {
    1, 4, 16, 64, 256, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20
  };
  private static final long N = 1 << 22;
  private static final long N_BLOOM = 1 << 20;
  private static final long N_PAPER_BLOOM = 1 << 18;

  private Experiments() {}

  /** A few minutes: few aggregations, small windows. */
  static List<Experiment> quick() {
    long n = 1 << 18;
    return List.of(
        table()
            .algorithms(ALL)
            .m(1, 32, 1024)
            .over(SUM, n)
            .over(BLOOM, 1 << 14)
            .shown("m", "items_per_s"),
        outOfOrder()
            .algorithms(TREES)
            .m(1024)
            .d(32, 1024, 1 << 16)
            .over(SUM, n)
            .shown("d", "items_per_s"),
        single().algorithms(inOrder()).over(SUM, n).shown("n", "items_per_s"),
        window().algorithms(List.of("b_fiba4")).over(SUM, 64, 4096).shown("n", "items_per_s"),
        latency().algorithms(List.of("b_fiba4")).m(1024).over(SUM, n).shown("d", LATENCIES),
        space()
            .algorithms(List.of("b_fiba4", "two_stacks_lite", "daba_lite"))
            .m(1, 1024)
            .over(SUM, n)
            .shown("m", "heap_bytes_per_entry", "counted_bytes_per_entry"),
        company()
            .algorithms(List.of("b_fiba4"))
            .m(1024)
            .over(SUM, n)
            .shown("company", "items_per_s"));
  }

  /** All experiments. */
  static List<Experiment> full() {
    return List.of(
        table()
            .algorithms(ALL)
            .m(1, 32, 1024, 32768)
            .overPapers(N, BLOOM, N_BLOOM)
            .shown("m", "items_per_s", "allocated_bytes_per_item"),
        outOfOrder()
            .algorithms(TREES)
            .m(1024)
            .d(32, 1024, 32768, 1 << 20)
            .overPapers(N, BLOOM, N_BLOOM)
            .shown("d", "items_per_s"),
        single()
            .algorithms(everything())
            .over(SUM, N)
            .shown("n", "items_per_s", "allocated_bytes_per_item"),
        new ExperimentDesign(
                "bulk_evict",
                "evict m in bulk, insert one by one, query; bulk FiBA paper, figure 11",
                Workload.BULK_EVICT)
            .algorithms(ALL)
            .m(BULKS)
            .overPapers(N, PAPER_BLOOM, N_PAPER_BLOOM)
            .shown("m", "items_per_s"),
        new ExperimentDesign(
                "bulk_evict_insert",
                "evict m and insert m in bulk, query; bulk FiBA paper, figure 12")
            .algorithms(ALL)
            .m(BULKS)
            .overPapers(N, PAPER_BLOOM, N_PAPER_BLOOM)
            .shown("m", "items_per_s"),
        new ExperimentDesign(
                "distance", "evict m and insert m in bulk at distance d, query; figures 13 and 14")
            .algorithms(TREES)
            .m(1, 1024)
            .d(0, 2, 32, 512, 1 << 13, 1 << 17, 1 << 21)
            .overPapers(N, PAPER_BLOOM, N_PAPER_BLOOM)
            .shown("d", "items_per_s"),
        window()
            .algorithms(everything())
            .over(SUM, 1, 8, 64, 512, 4096, 1 << 15, 1 << 18, N)
            .over(GEOMEAN, 1, 8, 64, 512, 4096, 1 << 15, 1 << 18, N)
            .shown("n", "items_per_s"),
        new ExperimentDesign(
                "dynamic",
                "fill with n, a query after each, then drain; FiBA and DABA papers",
                Workload.DYNAMIC)
            .algorithms(everything())
            .over(SUM, 8, 64, 512, 4096, 1 << 15, 1 << 18, N)
            .shown("n", "items_per_s"),
        new ExperimentDesign(
                "sharing",
                "a window of n and one of its youngest m: a range query, or a tree each; FiBA paper",
                Workload.SHARED_TREE,
                Workload.TWINS)
            .algorithms(List.of("b_fiba2", "b_fiba4", "b_fiba8"))
            .m(16, 1 << 10, 1 << 16, 1 << 20)
            .over(SUM, N)
            .over(PAPER_BLOOM, N_PAPER_BLOOM)
            .shown("workload", "items_per_s"),
        latency().algorithms(ALL).m(1, 1024).d(0, 1024, 1 << 20).over(SUM, N).shown("d", LATENCIES),
        new ExperimentDesign(
                "free_list",
                "as latency, with the deferred free list and with subtrees freed at once; figure 10",
                Workload.LATENCY)
            .algorithms(List.of("b_fiba4", "b_fiba4_eager", "b_fiba8", "b_fiba8_eager"))
            .m(4096)
            .over(SUM, N)
            .shown("d", LATENCIES),
        new ExperimentDesign("large_bulk", "as latency, m = 2^20 out of 2^22", Workload.LATENCY)
            .algorithms(ALL)
            .m(1 << 20)
            .over(SUM, N)
            .shown("m", "evict_p50_ns", "evict_max_ns", "insert_p50_ns"),
        new ExperimentDesign("arity", "evict m and insert m in bulk, query: which arity is best")
            .algorithms(ARITIES)
            .m(1, 32, 1024)
            .d(0, 1024)
            .overPapers(N, BLOOM, N_BLOOM)
            .shown("m", "items_per_s", "counted_bytes_per_entry"),
        space()
            .algorithms(concat(ARITIES, ALL))
            .m(1, 1024)
            .over(SUM, N)
            .shown("m", "heap_bytes_per_entry", "counted_bytes_per_entry"),
        new ExperimentDesign(
                "space_scattered",
                "heap after times in a scattered order, one by one",
                Workload.SPACE_SCATTERED)
            .algorithms(concat(ARITIES, TREES))
            .over(SUM, N)
            .shown("n", "heap_bytes_per_entry", "counted_bytes_per_entry"),
        company().algorithms(ALL).m(1, 32, 1024).over(SUM, N).shown("company", "items_per_s"),
        new ExperimentDesign("huge", "a window of 10^8: evict m and insert m in bulk, query")
            .algorithms(List.of("b_fiba8"))
            .m(1, 1024)
            .over(SUM, 100_000_000)
            .shown("m", "items_per_s", "counted_bytes_per_entry"));
  }

  private static ExperimentDesign table() {
    return new ExperimentDesign("table", "evict m and insert m in bulk, query once; d = 0");
  }

  private static ExperimentDesign outOfOrder() {
    return new ExperimentDesign(
        "table_out_of_order", "evict m and insert m in bulk at distance d, query once");
  }

  private static ExperimentDesign single() {
    return new ExperimentDesign(
        "single", "evict the oldest, insert one, query; d = 0", Workload.SINGLE);
  }

  private static ExperimentDesign window() {
    return new ExperimentDesign(
        "window",
        "evict the oldest, insert one, query, by window size; FiBA and DABA papers",
        Workload.SINGLE);
  }

  private static ExperimentDesign latency() {
    return new ExperimentDesign(
        "latency",
        "evict m, insert m at distance d, query, each timed; bulk FiBA paper, figures 7 to 9",
        Workload.LATENCY);
  }

  private static ExperimentDesign space() {
    return new ExperimentDesign(
        "space", "heap after filling in order, in bulks of m", Workload.SPACE);
  }

  private static ExperimentDesign company() {
    return new ExperimentDesign(
            "company",
            "evict m and insert m in bulk, query, after ten other aggregations in the JVM")
        .companies(Company.ALONE, Company.TEN, Company.TEN_ON_ONE_COPY);
  }

  private static List<String> everything() {
    return SlidingWindows.algorithms().stream().map(Algorithm::name).toList();
  }

  private static List<String> inOrder() {
    return everything().stream().filter(name -> !name.matches("n?b_fiba[0-9]+")).toList();
  }

  private static List<String> concat(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).distinct().toList();
  }
}
