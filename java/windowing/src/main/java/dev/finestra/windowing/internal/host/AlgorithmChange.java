package dev.finestra.windowing.internal.host;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.state.EntryMap;

/**
 * Moves the rows of keys from the pages of one algorithm to those of another.
 *
 * <p>Costs: for each key, reads and writes all its pages, and holds its rows in memory.
 *
 * <p>If it throws, the key is in neither format: the engine must restore its state. Threading: not
 * safe.
 */
public final class AlgorithmChange {
  private final HeldKey before;
  private final HeldKey now;

  /** A key's rows between the two; empty otherwise. */
  private final SlidingWindow<WindowResult> rows;

  /**
   * @param before the name of an algorithm that keeps its entries
   */
  public AlgorithmChange(
      EntryMap entries, String before, String now, Aggregation<WindowResult> aggregation) {
    this.before = new HeldKey(entries, before, aggregation);
    this.now = new HeldKey(entries, now, aggregation);
    this.rows = SlidingWindows.of("fiba", aggregation);
  }

  /** Moves the rows of the engine's current key. */
  public void run(Object key) {
    before.attach(key);
    before.copyRows(rows);
    KeyHeader header = before.header();
    long next = header.next;
    long timer = header.timer;
    long[] others = header.otherFields(null);
    before.clear();
    before.putBack(Integer.MAX_VALUE);
    now.attach(key);
    now.header().load(next, timer, others);
    now.addRows(rows);
    now.putBack();
    rows.clear();
  }
}
