package dev.finestra.flink;

import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Aggregations of prices, and the same in plain Java. */
enum Asked {
  COUNT,
  SUM,
  MAX,
  MEAN,
  COUNT_DISTINCT,
  COLLECT_DISTINCT,
  LAST;

  Object declared() {
    return this == COUNT ? "count" : List.of(name().toLowerCase(Locale.ROOT), "price");
  }

  Object of(List<Trade> rows) {
    LongStream prices = rows.stream().mapToLong(row -> row.price);
    return switch (this) {
      case COUNT -> (long) rows.size();
      case SUM -> prices.sum();
      case MAX -> prices.max().orElseThrow();
      case MEAN -> prices.average().orElseThrow();
      case COUNT_DISTINCT -> prices.distinct().count();
      case COLLECT_DISTINCT -> prices.distinct().sorted().boxed().toList();
      case LAST -> latest(rows).price;
    };
  }

  /** Of rows of equal times, the one that arrived last. */
  private static Trade latest(List<Trade> rows) {
    return rows.stream().reduce((a, b) -> b.time >= a.time ? b : a).orElseThrow();
  }

  Object ofNothing() {
    return switch (this) {
      case COUNT, SUM, COUNT_DISTINCT -> 0L;
      case MAX, MEAN, LAST -> null;
      case COLLECT_DISTINCT -> List.of();
    };
  }
}
