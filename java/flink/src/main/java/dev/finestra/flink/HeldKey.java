package dev.finestra.flink;

import dev.finestra.Finestra;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PagedWindow;
import org.apache.flink.runtime.state.internal.InternalValueState;

/**
 * A place for a key whose window is held, with its notes. What it reads and writes is of the key
 * that Flink is at, which {@link KeyState} sees to.
 */
final class HeldKey {
  final PagedWindow<Answer> window;
  private final StatePages store;

  /** The key whose window is attached; null when there is none. */
  Object key;

  Notes notes;

  /** How many of the window's pages have been counted. */
  int pages;

  HeldKey(
      InternalValueState<Object, Integer, Entry> state,
      PageSerializer serializer,
      boolean shares,
      String algorithm,
      Aggregation<Answer> aggregation) {
    this.store = new StatePages(state, serializer, shares);
    this.window = Finestra.paged(algorithm, aggregation, store);
  }

  void attach(Object key) {
    this.key = key;
    Entry header = store.header();
    window.attach(header == null ? null : header.page);
    notes = Notes.of(header == null ? null : header.notes);
    pages = 0;
  }

  /** How many more pages are held than were counted. */
  int newPages() {
    return key == null ? 0 : window.pagesHeld() - pages;
  }

  /** Counts the pages that are held now; answers how many more they are than before. */
  int count() {
    int more = newPages();
    pages += more;
    return more;
  }

  void putBack(int most) {
    Page header = window.flush(most);
    store.putHeader(header, notes.isBlank() ? null : notes.toLongs());
  }

  void forget() {
    key = null;
    notes = null;
    pages = 0;
    store.forget();
  }

  /** Removes pages of an empty window; whether there are more. */
  boolean sweep(int most) {
    putBack(most);
    store.forget();
    Entry header = store.header();
    window.attach(header == null ? null : header.page);
    return header != null && header.page != null;
  }

  void clear() {
    if (!window.isEmpty()) {
      window.bulkEvict(window.youngest());
    }
    notes = new Notes();
  }
}
