package dev.finestra.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Where figures were made: the machine, the JVM, the commit. */
public final class Machine {
  private Machine() {}

  public static Map<String, Object> machine() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("model", first(Path.of("/proc/cpuinfo"), "model name"));
    all.put("cores", Runtime.getRuntime().availableProcessors());
    all.put("memory_bytes", memory());
    all.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    return all;
  }

  public static Map<String, Object> jvm(Jvm jvm) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("version", System.getProperty("java.vm.version"));
    all.put("name", System.getProperty("java.vm.name"));
    all.put("pinned_to_core", jvm.pins() ? jvm.core() : null);
    all.put(
        "flags",
        Stream.concat(Stream.of("-XX:+UseG1GC", "-Xmx as the point needs"), jvm.options().stream())
            .toList());
    return all;
  }

  /**
   * The commit of the checkout that this runs from, with "+" behind it when files differ; unknown
   * outside one.
   */
  public static String commit() {
    String home = System.getProperty("finestra.home");
    String commit = home == null ? null : git(home, "rev-parse", "HEAD");
    if (commit == null) {
      return "unknown";
    }
    String changed = git(home, "status", "--porcelain", "--untracked-files=no");
    return commit + (changed == null || changed.isEmpty() ? "" : "+");
  }

  private static String git(String home, String... words) {
    try {
      Process git =
          new ProcessBuilder(Stream.concat(Stream.of("git", "-C", home), Stream.of(words)).toList())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String said =
          new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
              .strip();
      return git.waitFor() == 0 ? said : null;
    } catch (IOException noGit) {
      return null;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return null;
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
