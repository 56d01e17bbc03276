package dev.finestra.windowing.internal.state;

import dev.finestra.paged.Page;
import dev.finestra.windowing.internal.logic.KeyHeader;

/**
 * One entry of a key's state: a page of its window, or under {@link EntryPages#HEADER} the window's
 * own header page with the key's {@link KeyHeader}.
 *
 * <p>The two fields of a header that most keys use are in the entry itself. So a key whose window
 * has one entry needs two objects: this one and the partial result. If a key was not used lately,
 * each object is a cache miss.
 */
public class StateEntry extends Page {
  /** {@link KeyHeader#next}. */
  private long next = KeyHeader.NEVER;

  /** {@link KeyHeader#timer}. */
  private long timer = KeyHeader.NEVER;

  /** The other fields of the header; null if they are those of a new header. */
  private long[] otherFields;

  /**
   * The bytes that the entry was read from or written as; null if the page may have changed since.
   */
  public byte[] bytes;

  /** An entry with a new header and no page. */
  public StateEntry() {}

  public StateEntry(Page page) {
    take(page);
  }

  /**
   * Becomes the entry of a header and a page.
   *
   * @param page null if the window has neither entries nor pages left
   */
  public final void set(Page page, KeyHeader header) {
    if (page == null) {
      clear();
    } else if (page != this) {
      take(page);
    }
    next = header.next;
    timer = header.timer;
    long[] now = header.isBlank() ? null : header.otherFields(otherFields);
    // G1 makes each write of a reference into an old object expensive.
    if (now != otherFields) {
      otherFields = now;
    }
  }

  /** Sets the end of the next result, and the timer to the time before. */
  public final void setNext(long next) {
    this.next = next;
    timer = next - 1;
  }

  /** See {@link KeyHeader#next}. */
  public final long next() {
    return next;
  }

  /** Whether the header has fields besides {@link KeyHeader#next} and {@link KeyHeader#timer}. */
  public final boolean hasOtherFields() {
    return otherFields != null;
  }

  /** The page; null if the window has neither entries nor pages left. */
  public final Page page() {
    return isBlank() ? null : this;
  }

  public final void loadInto(KeyHeader header) {
    header.load(next, timer, otherFields);
  }
}
