package dev.finestra.bench.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A file of measurements: how, when and where they were made, and one JSON object per point, on a
 * line of its own. {@code python/finestra/bench/measurements.py} defines the format and makes
 * tables of it.
 */
public final class Measurements {
  /** Six digits; a benchmark is less precise. */
  private static final MathContext PRECISION = new MathContext(6);

  private static final Gson GSON =
      new GsonBuilder()
          .serializeNulls()
          .disableHtmlEscaping()
          .registerTypeAdapter(
              Double.class,
              (JsonSerializer<Double>) (value, type, context) -> new JsonPrimitive(rounded(value)))
          .create();

  private final Map<String, Object> header = new LinkedHashMap<>();
  private final List<Measurement> points = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private final Set<String> baselines;
  private final Path file;

  /**
   * Makes the file's folder before anything is measured.
   *
   * @param baselines the subjects that others are compared with
   */
  public Measurements(Path out, Set<String> baselines) {
    this.baselines = baselines;
    this.file = out.toAbsolutePath();
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

  /** Describes the run: its command, its JVMs and its clock. */
  public void begin(String command, MeasuringJvm jvm, String clock, RunFigures calibration) {
    header.put("format", 1);
    header.put("command", command);
    header.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    header.put("commit", MachineFacts.commit());
    header.put("machine", MachineFacts.machine());
    header.put("jvm", MachineFacts.jvm(jvm));
    header.put("clock", clock);
    header.put("calibration", calibration.runs());
  }

  public List<Measurement> points() {
    return points;
  }

  /** Adds one measurement for each metric of a point. */
  public <P> void add(Chart<P> chart, P point, RunFigures figures) {
    String subject = chart.subject(point);
    String conditions = chart.conditions(point);
    String x = chart.x(point).getKey();
    Object at = chart.x(point).getValue();
    figures
        .runs()
        .forEach(
            (metric, runs) -> {
              String unit = RunFigures.unit(metric);
              points.add(new Measurement(chart.name(), subject, conditions, x, at, unit, runs));
            });
  }

  public void fail(String point, IOException failure) {
    failures.add(point + ": " + failure.getMessage());
  }

  public int failures() {
    return failures.size();
  }

  /** Writes all points so far, so that an interrupted run leaves its results. */
  public void write() throws IOException {
    String head =
        header.entrySet().stream()
            .map(e -> "  " + GSON.toJson(e.getKey()) + ": " + GSON.toJson(e.getValue()) + ",\n")
            .collect(Collectors.joining());
    String lines =
        points.stream()
            .map(point -> "    " + GSON.toJson(data(point)))
            .collect(Collectors.joining(",\n"));
    Files.writeString(
        file,
        "{\n"
            + head
            + "  \"failures\": "
            + GSON.toJson(failures)
            + ",\n  \"points\": [\n"
            + lines
            + "\n  ]\n}\n");
  }

  private Map<String, Object> data(Measurement point) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("chart", point.chart());
    data.put("series", (point.subject() + " " + point.conditions()).strip());
    data.put("x_name", point.xName());
    data.put("x", point.x());
    data.put("y", point.y());
    data.put("unit", point.unit());
    data.put("baseline", baseline(point));
    data.put("runs", point.runs());
    return data;
  }

  /** The same point of a baseline; null if there is none or if the point is itself a baseline. */
  private Double baseline(Measurement point) {
    return baselines.contains(point.subject())
        ? null
        : points.stream()
            .filter(other -> baselines.contains(other.subject()) && other.isSamePointOf(point))
            .map(Measurement::y)
            .findFirst()
            .orElse(null);
  }

  private static BigDecimal rounded(double value) {
    return new BigDecimal(value).round(PRECISION).stripTrailingZeros();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
