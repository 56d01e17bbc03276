package dev.finestra.bench;

import dev.finestra.bench.report.Chart;
import java.util.List;
import java.util.Map;

/**
 * One experiment.
 *
 * @param varies the parameter on the x axis
 */
record Experiment(
    String name,
    String what,
    String varies,
    List<String> metrics,
    List<Point> points,
    List<String> skipped)
    implements Chart<Point> {

  @Override
  public String subject(Point point) {
    return point.algorithm();
  }

  @Override
  public String conditions(Point point) {
    StringBuilder conditions = new StringBuilder(point.aggregation());
    if (!varies.equals("workload") && point.workload() == Workload.TWINS) {
      conditions.append(" twins");
    }
    point
        .parameters()
        .forEach(
            (name, value) ->
                conditions.append(name.equals(varies) ? "" : " " + name + "=" + value));
    return conditions.toString();
  }

  @Override
  public Map.Entry<String, Object> x(Point point) {
    return Map.entry(
        varies,
        switch (varies) {
          case "workload" -> point.workload().label();
          case "company" -> point.company().label();
          default -> point.parameters().get(varies);
        });
  }
}
