package dev.finestra.flink;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Row;

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
    if (rows.isEmpty()) {
      return ofNothing();
    }
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

  private Object ofNothing() {
    return switch (this) {
      case COUNT, SUM, COUNT_DISTINCT -> 0L;
      case MAX, MEAN, LAST -> null;
      case COLLECT_DISTINCT -> List.of();
    };
  }

  /** The results that a bench has emitted since the last call, sorted as text. */
  static List<String> results(Bench<Row> bench) {
    List<String> results = new ArrayList<>();
    for (StreamRecord<Row> record : bench.records()) {
      Row row = record.getValue();
      for (int i = 0; i < row.getArity(); i++) {
        if (row.getField(i) instanceof List<?> list) {
          row.setField(i, list.stream().sorted().toList());
        }
      }
      results.add(record.getTimestamp() + " " + row);
    }
    Collections.sort(results);
    return results;
  }
}
