package dev.finestra.bench;

/** The round that a benchmark repeats on a full window. Each comment describes one round. */
public enum Workload {
  /** Evict the oldest m in bulk, insert m in bulk at distance d, query once. */
  BULK("BulkLoop"),
  /** Evict the oldest m in bulk, insert m one by one at distance d, query once. */
  BULK_EVICT("BulkEvictLoop"),
  /** Evict the oldest, insert one at distance d, query. */
  SINGLE("SingleLoop"),
  /** Insert n into an empty window, with a query after each, then evict them one by one. */
  DYNAMIC("DynamicLoop"),
  /** As SINGLE, with a second window of the newest m entries, as a range query on the same tree. */
  SHARED_TREE("SharedTreeLoop"),
  /** As SHARED_TREE, with a tree for each window. */
  TWINS("TwinsLoop"),
  /** BULK, with the time of each operation. */
  LATENCY("BulkLoop"),
  /** SINGLE, with the time of each round. */
  SINGLE_LATENCY("SingleLoop"),
  /** Grow to n + 1 entries and shrink to n / 2, one by one, with a query after each insert. */
  OSCILLATE("OscillateLoop"),
  /** With given times and a window of n milliseconds: evict old entries in bulk, insert, query. */
  TIMED("TimedLoop"),
  /** TIMED, with the time of each round. */
  TIMED_LATENCY("TimedLoop"),
  /** Windows that overlap n times, m updates per slide: count the reads and writes of a store. */
  STORE(""),
  /** Fill once in order, in bulks of m, and count the bytes. */
  SPACE("BulkLoop"),
  /** Fill once in a scattered order, one by one, and count the bytes. */
  SPACE_SCATTERED("ScatterLoop"),
  /** The fixed kernel that makes figures of different machines comparable. */
  CALIBRATION("");

  private final String loop;

  Workload(String loop) {
    this.loop = loop;
  }

  /** The name of its loop's class, which is loaded again for each aggregation. */
  String loopClass() {
    return Copies.LOOPS + loop;
  }

  /** The name on the command line and in results. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
