package dev.finestra.bench.report;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Measures each point in a JVM of its own, so that the JIT's profiles do not mix. If {@code
 * taskset} exists, the JVM is pinned to one core.
 *
 * @param core the core to pin to; negative for any
 * @param options more options for the JVM
 */
public record MeasuringJvm(int core, List<String> options) {
  /** A JVM that takes longer is killed. */
  private static final long MINUTES = 20;

  /**
   * Runs a main class, which prints a metric and a value on each line.
   *
   * @throws IOException with the JVM's error output if it fails
   */
  public RunFigures run(Class<?> main, long mebibytes, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (pins()) {
      command.addAll(List.of("taskset", "-c", Integer.toString(core)));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // On one core, a JVM would choose the serial collector; engines use G1.
    command.addAll(List.of("-XX:+UseG1GC", "-Xmx" + mebibytes + "m"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    Path errors = Files.createTempFile("finestra-bench", ".err");
    try {
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      process
          .onExit()
          .orTimeout(MINUTES, TimeUnit.MINUTES)
          .exceptionally(tooLong -> process.destroyForcibly());
      RunFigures figures = new RunFigures();
      try (BufferedReader out = process.inputReader()) {
        for (String line; (line = out.readLine()) != null; ) {
          String[] parts = line.split(" ");
          figures.add(parts[0], Double.parseDouble(parts[1]));
        }
      }
      int status = process.waitFor();
      if (status != 0) {
        String reason = Files.readString(errors).lines().findFirst().map(": "::concat).orElse("");
        throw new IOException("The JVM ended with status " + status + reason);
      }
      return figures;
    } finally {
      Files.delete(errors);
    }
  }

  boolean pins() {
    String path = System.getenv().getOrDefault("PATH", "");
    return core >= 0
        && Stream.of(path.split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "taskset")));
  }
}
