package dev.finestra.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures a point in a JVM of its own, so that profiles do not mix; on one core where there is
 * {@code taskset}.
 *
 * @param core the core to stay on, negative for any
 * @param options further options for the JVM
 */
public record Jvm(int core, List<String> options) {
  /** Nothing that is measured takes so long. */
  private static final long MINUTES = 20;

  private static final long MIB = 1 << 20;

  Figures run(Point point, Settings settings) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("point", "--plain"));
    arguments.addAll(point.arguments());
    arguments.addAll(settings.arguments());
    return run(Main.class, heap(point) / MIB, arguments);
  }

  /**
   * The figures that a class's main prints, a metric and a value on each line; throws with what the
   * JVM said when it fails.
   */
  public Figures run(Class<?> main, long mebibytes, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(launcher());
    command.add("-Xmx" + mebibytes + "m");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    Path errors = Files.createTempFile("finestra-bench", ".err");
    try {
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      Thread guard = guard(process);
      Figures figures = new Figures();
      try (BufferedReader out = process.inputReader()) {
        for (String line; (line = out.readLine()) != null; ) {
          String[] parts = line.split(" ");
          figures.add(parts[0], Double.parseDouble(parts[1]));
        }
      }
      int status = process.waitFor();
      guard.interrupt();
      if (status != 0) {
        String said = Files.readString(errors).strip();
        throw new IOException(
            "the JVM ended with status " + status + (said.isEmpty() ? "" : ": " + firstLine(said)));
      }
      return figures;
    } finally {
      Files.delete(errors);
    }
  }

  /** What starts each JVM, before the point's own options. */
  List<String> launcher() {
    List<String> command = new ArrayList<>();
    if (pins()) {
      command.addAll(List.of("taskset", "-c", Integer.toString(core)));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // On one core a JVM would choose the serial collector; engines run with G1.
    command.add("-XX:+UseG1GC");
    return command;
  }

  boolean pins() {
    if (core < 0) {
      return false;
    }
    for (String folder :
        System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator)) {
      if (Files.isExecutable(Path.of(folder, "taskset"))) {
        return true;
      }
    }
    return false;
  }

  private static long heap(Point point) {
    long room =
        point.workload() == Workload.CALIBRATION ? 0 : Monoids.room(point.aggregation(), point.n());
    return 512 * MIB + room + (point.workload() == Workload.TWINS ? room : 0);
  }

  private static String firstLine(String said) {
    int end = said.indexOf('\n');
    return end < 0 ? said : said.substring(0, end);
  }

  /** Ends the process when it takes too long. */
  private static Thread guard(Process process) {
    Thread guard =
        new Thread(
            () -> {
              try {
                if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                  process.destroyForcibly();
                }
              } catch (InterruptedException ended) {
                // the process has ended by itself
              }
            });
    guard.setDaemon(true);
    guard.start();
    return guard;
  }
}
