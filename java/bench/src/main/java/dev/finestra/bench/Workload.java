package dev.finestra.bench;

/** What is done again and again to a full window; one round of each is said here. */
public enum Workload {
  /** Evict the oldest m in bulk, insert m in bulk at distance d, query once. */
  BULK("BulkLoop"),
  /** Evict the oldest m in bulk, insert m one by one at distance d, query once. */
  BULK_EVICT("BulkEvictLoop"),
  /** Evict the oldest, insert one at distance d, query. */
  SINGLE("SingleLoop"),
  /**
   * Fill an empty window with n, each followed by a query, then evict one by one until it is empty.
   */
  DYNAMIC("DynamicLoop"),
  /** As SINGLE, with a second window of the youngest m entries: a range query over the one tree. */
  SHARED_TREE("SharedTreeLoop"),
  /** As SHARED_TREE, with a tree for each of the two windows. */
  TWINS("TwinsLoop"),
  /** BULK, each operation timed by itself. */
  LATENCY("BulkLoop"),
  /** SINGLE, each round timed by itself. */
  SINGLE_LATENCY("SingleLoop"),
  /** Up and down between n / 2 and n + 1 entries, one by one, a query after each insert. */
  OSCILLATE("OscillateLoop"),
  /**
   * Over given times, a window of n milliseconds: evict in bulk what is out of it, insert one,
   * query.
   */
  TIMED("TimedLoop"),
  /** TIMED, each round timed by itself. */
  TIMED_LATENCY("TimedLoop"),
  /** Windows that overlap n times, m updates a slide: what a store is asked for, counted. */
  STORE(""),
  /** Fill once in order, in bulks of m, and count the bytes. */
  SPACE("BulkLoop"),
  /** Fill once in a scattered order, one by one, and count the bytes. */
  SPACE_SCATTERED("ScatterLoop"),
  /** The fixed kernel by which figures of different days and machines are scaled. */
  CALIBRATION("");

  private final String loop;

  Workload(String loop) {
    this.loop = loop;
  }

  /** The class of its loop, by name: it is loaded anew for each aggregation. */
  String loopClass() {
    return Copies.LOOPS + loop;
  }

  /** The name on the command line and in results. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
