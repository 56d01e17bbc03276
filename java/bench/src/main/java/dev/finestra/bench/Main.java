package dev.finestra.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The command line of the benchmarks: {@code core}, {@code point}, {@code jmh}. */
public final class Main {
  private static final String USAGE =
      Core.USAGE
          + """
          finestra bench point --algorithm A [--aggregation G] [--workload W] [--n N] [--m M] [--d D]
                               [--company C] [--times FILE] [--seconds S] [--runs N] [--warm S]
            measures one point in this JVM and prints its figures as one line of JSON
            (workload timed, timed_latency: n is milliseconds, FILE has 64-bit times in order of arrival)
          (with -Dfinestra.bench.fence=true in FINESTRA_JAVA_OPTS: a memory fence before each insert)
          finestra bench jmh …
            JMH's own options; -prof gc shows what is allocated
          """;

  private Main() {}

  /** Exit status 0; 1 when a measurement failed; 2 for bad input. */
  public static void main(String[] args) throws Exception {
    try {
      System.exit(run(Arrays.asList(args)));
    } catch (IllegalArgumentException | UnsupportedOperationException refused) {
      System.err.println("finestra bench: " + refused.getMessage());
      System.exit(2);
    }
  }

  private static int run(List<String> args) throws Exception {
    String verb = args.isEmpty() ? "" : args.get(0);
    List<String> rest = args.isEmpty() ? args : args.subList(1, args.size());
    if (!verb.equals("jmh") && args.stream().anyMatch(Set.of("--help", "-h")::contains)) {
      verb = "help";
    }
    return switch (verb) {
      case "core" -> core(rest);
      case "point" -> point(rest);
      case "jmh" -> {
        org.openjdk.jmh.Main.main(rest.toArray(String[]::new));
        yield 0;
      }
      case "help" -> {
        System.out.print(USAGE);
        yield 0;
      }
      default -> {
        System.err.print((verb.isEmpty() ? "" : "there is no '" + verb + "' here\n") + USAGE);
        yield 2;
      }
    };
  }

  private static int core(List<String> args) throws InterruptedException {
    try {
      return new Core(args, System.out).run() == 0 ? 0 : 1;
    } catch (IOException failed) {
      System.err.println("finestra bench: " + failed.getMessage());
      return 1;
    }
  }

  private static int point(List<String> args) {
    Options options =
        new Options(
            args,
            Set.of(
                "--workload",
                "--algorithm",
                "--aggregation",
                "--n",
                "--m",
                "--d",
                "--company",
                "--times",
                "--seconds",
                "--runs",
                "--warm"),
            Set.of("--plain"));
    long m = options.whole("--m", 1);
    Point point =
        new Point(
            options.one("--workload", Workload.class, Workload.BULK),
            options.text("--algorithm", "recalculate"),
            options.text("--aggregation", "sum_wrapping"),
            options.whole("--n", 1024),
            (int) Math.min(m, Integer.MAX_VALUE),
            options.whole("--d", 0),
            options.one("--company", Company.class, Company.ALONE));
    Settings settings =
        new Settings(
            options.number("--seconds", 0.5),
            (int) options.whole("--runs", 3),
            options.number("--warm", 1.5));
    Ablation.prepare(point.algorithm());
    Times.of(options.text("--times", ""));
    Figures figures = new Measure(point, settings).run();
    if (options.has("--plain")) {
      figures
          .runs()
          .forEach(
              (metric, values) ->
                  values.forEach(value -> System.out.println(metric + " " + value)));
    } else {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("workload", point.workload().label());
      all.put("algorithm", point.algorithm());
      all.put("aggregation", point.aggregation());
      all.putAll(point.parameters());
      figures.runs().keySet().forEach(metric -> all.put(metric, figures.median(metric)));
      System.out.println(Json.line(all));
    }
    return 0;
  }
}
