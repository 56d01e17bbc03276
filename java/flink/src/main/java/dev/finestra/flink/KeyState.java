package dev.finestra.flink;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PagedWindow;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalValueState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.sorted.state.BatchExecutionKeyedStateBackend;

/**
 * The window and the notes of the key that the operator is at. A key that follows itself keeps its
 * window; when another comes, what was touched is put back into Flink's state, under its key.
 *
 * <p>Costs: for a key that follows itself a comparison; else a state access for the header and one
 * for each page, to fetch and to put back.
 */
final class KeyState {
  /** The most nodes of evicted subtrees whose pages are removed when a key is left. */
  private static final int MOST_REMOVED = 64;

  private final AbstractStreamOperator<?> operator;
  private final KeyedStateBackend<Object> backend;
  private final StatePages pages;
  private final PagedWindow<Answer> window;
  private final TypeSerializer<Object> keySerializer;
  private final boolean isBatch;

  /** The most such nodes when there is nothing else left of a key. */
  private static final int MOST_SWEPT = 4096;

  /** The key whose window is attached; null when there is none. */
  private Object key;

  private Notes notes;

  KeyState(
      AbstractStreamOperator<?> operator,
      InternalValueState<Object, Integer, Entry> state,
      PageSerializer serializer,
      String algorithm,
      Aggregation<Answer> aggregation) {
    this.operator = operator;
    this.backend = operator.getKeyedStateBackend();
    this.isBatch = backend instanceof BatchExecutionKeyedStateBackend;
    boolean shares = isBatch || backend instanceof HeapKeyedStateBackend;
    this.pages = new StatePages(state, serializer, shares);
    this.window = dev.finestra.Finestra.paged(algorithm, aggregation, pages);
    this.keySerializer = backend.getKeySerializer();
  }

  SlidingWindow<Answer> window() {
    return window;
  }

  Notes notes() {
    return notes;
  }

  Object key() {
    return key;
  }

  int pagesHeld() {
    return window.pagesHeld();
  }

  /** Goes on with the window of the key that Flink is at. */
  void attach() {
    Object current = backend.getCurrentKey();
    if (current.equals(key)) {
      return;
    }
    if (key != null && !isBatch) {
      operator.setCurrentKey(key);
      putBack();
      operator.setCurrentKey(current);
    }
    // In batch mode each key is over when the next begins, and its state is gone.
    key = keySerializer.copy(current);
    pages.forget();
    Entry header = pages.header();
    window.attach(header == null ? null : header.page);
    notes = Notes.of(header == null ? null : header.notes);
  }

  /** Puts back what is held, so that all is in Flink's state. */
  void flush() {
    if (key != null && !isBatch) {
      Object current = backend.getCurrentKey();
      operator.setCurrentKey(key);
      putBack();
      if (current != null) {
        operator.setCurrentKey(current);
      }
      key = null;
    }
  }

  private void putBack() {
    Page header = window.flush(MOST_REMOVED);
    pages.putHeader(header, notes.isBlank() ? null : notes.toLongs());
  }

  /**
   * Where the window is empty, removes pages that it had, a bounded number of them.
   *
   * @return whether there are more
   */
  boolean sweep() {
    if (!window.isEmpty()) {
      return false;
    }
    Page header = window.flush(MOST_SWEPT);
    pages.putHeader(header, notes.isBlank() ? null : notes.toLongs());
    pages.forget();
    window.attach(header == null ? null : pages.header().page);
    return header != null;
  }

  /** Evicts everything of the key; {@link #sweep} then removes it. */
  void clear() {
    if (!window.isEmpty()) {
      window.bulkEvict(window.youngest());
    }
    notes = new Notes();
  }
}
