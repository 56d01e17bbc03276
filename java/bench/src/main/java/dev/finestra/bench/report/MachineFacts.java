package dev.finestra.bench.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Where measurements were made: the machine, the JVM, the commit. */
public final class MachineFacts {
  private MachineFacts() {}

  public static Map<String, Object> machine() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("model", first(Path.of("/proc/cpuinfo"), "model name"));
    all.put("cores", Runtime.getRuntime().availableProcessors());
    all.put("memory_bytes", memory());
    all.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    return all;
  }

  public static Map<String, Object> jvm(MeasuringJvm jvm) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("version", System.getProperty("java.vm.version"));
    all.put("name", System.getProperty("java.vm.name"));
    all.put("pinned_to_core", jvm.pins() ? jvm.core() : null);
    all.put(
        "flags",
        Stream.concat(Stream.of("-XX:+UseG1GC", "-Xmx as each point needs"), jvm.options().stream())
            .toList());
    return all;
  }

  /**
   * The commit of this checkout, followed by "+" if files have changed; "unknown" outside a
   * checkout.
   */
  public static String commit() {
    String home = System.getProperty("finestra.home", "/");
    String git = "git -C " + home + " describe --always --abbrev=40 --exclude=* --dirty=+";
    try (BufferedReader told = new ProcessBuilder(git.split(" ")).start().inputReader()) {
      return told.lines().findFirst().orElse("unknown");
    } catch (IOException noGit) {
      return "unknown";
    }
  }

  private static long memory() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getTotalMemorySize();
  }

  private static String first(Path file, String key) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(l -> l.startsWith(key))
          .map(l -> l.substring(l.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException | java.io.UncheckedIOException notHere) {
      return "unknown";
    }
  }
}
