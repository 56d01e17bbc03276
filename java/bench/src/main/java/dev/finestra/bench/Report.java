package dev.finestra.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of a suite as data: with what, when and where they were measured, then its parts. */
public final class Report {
  private final Map<String, Object> parts = new LinkedHashMap<>();
  private final Path file;

  /** Goes to the file of {@code --out}, whose folder is made before anything is measured. */
  public Report(Options options) {
    if (!options.has("--out")) {
      throw new IllegalArgumentException("--out is missing: the file that the figures go to");
    }
    file = Path.of(options.text("--out", "")).toAbsolutePath();
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException("--out is " + file + ", a folder; name a file in it");
    }
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException failed) {
      throw new IllegalArgumentException(
          "--out is " + file + ", whose folder cannot be made: " + failed, failed);
    }
  }

  /** Says what was asked for, in which JVMs, and by which clock. */
  public void begin(String command, Jvm jvm, String clock) throws IOException {
    put("format", 1);
    put("command", command);
    put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    put("commit", Machine.commit());
    put("machine", Machine.machine());
    put("jvm", Machine.jvm(jvm));
    put("clock", clock);
  }

  public void put(String name, Object part) {
    parts.put(name, part);
  }

  /** Writes what there is so far. */
  public void write() throws IOException {
    Files.writeString(file, Json.indented(parts, 5));
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
