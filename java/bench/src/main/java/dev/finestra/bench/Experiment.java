package dev.finestra.bench;

import java.util.List;

/**
 * One experiment: its points, and how to lay its table out.
 *
 * @param what one sentence: the workload and where the papers have it
 * @param varies the parameter along the columns
 * @param metrics what the table shows, in this order, one table each
 * @param skipped what should have been here and why it is not
 */
record Experiment(
    String name,
    String what,
    String varies,
    List<String> metrics,
    List<Point> points,
    List<String> skipped) {

  /** The row that a point stands in: whatever does not vary. */
  String row(Point point) {
    StringBuilder row = new StringBuilder(point.algorithm() + " " + point.aggregation());
    if (!varies.equals("workload") && point.workload() == Workload.TWINS) {
      row.append(" twins");
    }
    point
        .parameters()
        .forEach((name, value) -> row.append(name.equals(varies) ? "" : " " + name + "=" + value));
    return row.toString();
  }

  String column(Point point) {
    return switch (varies) {
      case "workload" -> point.workload().label();
      case "company" -> point.company().label();
      default -> varies + "=" + point.parameters().get(varies);
    };
  }
}
