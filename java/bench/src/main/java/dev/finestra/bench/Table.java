package dev.finestra.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** An experiment's medians as text: a row for what stays, a column for what varies. */
final class Table {
  private Table() {}

  static String of(Experiment experiment, Map<Point, Figures> results) {
    StringBuilder out = new StringBuilder();
    for (String metric : experiment.metrics()) {
      Map<String, Map<String, String>> rows = new LinkedHashMap<>();
      Set<String> columns = new LinkedHashSet<>();
      for (Point point : experiment.points()) {
        Figures figures = results.get(point);
        String column = experiment.column(point);
        columns.add(column);
        rows.computeIfAbsent(experiment.row(point), r -> new LinkedHashMap<>())
            .put(
                column,
                figures == null || !figures.has(metric)
                    ? "failed"
                    : number(metric, figures.median(metric)));
      }
      if (!rows.isEmpty()) {
        out.append(unit(metric)).append('\n');
        lay(rows, new ArrayList<>(columns), out);
      }
    }
    return out.toString();
  }

  private static void lay(
      Map<String, Map<String, String>> rows, List<String> columns, StringBuilder out) {
    int wide = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
    out.append(" ".repeat(wide + 2));
    columns.forEach(c -> out.append(String.format("%" + width(c) + "s", c)));
    out.append('\n');
    rows.forEach(
        (row, cells) -> {
          out.append("  ").append(String.format("%-" + wide + "s", row));
          columns.forEach(
              c -> out.append(String.format("%" + width(c) + "s", cells.getOrDefault(c, ""))));
          out.append('\n');
        });
  }

  private static int width(String column) {
    return Math.max(10, column.length() + 2);
  }

  private static String unit(String metric) {
    return metric.equals("items_per_s") ? "million items a second" : metric.replace('_', ' ');
  }

  private static String number(String metric, double value) {
    double shown = metric.equals("items_per_s") ? value / 1e6 : value;
    return String.format(Locale.ROOT, shown < 10 ? "%.2f" : shown < 1000 ? "%.1f" : "%,.0f", shown);
  }
}
