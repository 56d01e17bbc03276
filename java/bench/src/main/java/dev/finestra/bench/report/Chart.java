package dev.finestra.bench.report;

import java.util.List;
import java.util.Map;

/** The points that are measured for one chart. */
public interface Chart<P> {
  String name();

  /** One sentence: the workload, and its place in the papers. */
  String what();

  List<P> points();

  /** Which points are missing, and why. */
  default List<String> skipped() {
    return List.of();
  }

  /** The metrics to print while it is measured; the file has all. */
  List<String> metrics();

  /** The measured subject, such as an algorithm. */
  String subject(P point);

  /** Everything but the subject that stays the same along a series. */
  default String conditions(P point) {
    return "";
  }

  /** The parameter that varies along a series, and its value at this point. */
  Map.Entry<String, Object> x(P point);
}
