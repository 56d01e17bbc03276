package dev.finestra.windowing.internal.state;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageCodec;
import dev.finestra.windowing.internal.logic.KeyHeader;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Entries as bytes: a version, which parts follow, the key's header, the page. */
public final class StateEntryCodec {
  private static final int VERSION = 1;
  private static final int HEADER = 1;
  private static final int PAGE = 2;

  private final PageCodec pages;

  /**
   * @param aggregation reads and writes partial results; it need not combine them
   */
  public StateEntryCodec(Aggregation<?> aggregation) {
    this.pages = new PageCodec(aggregation);
  }

  public void write(Page page, long[] header, DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeByte((header == null ? 0 : HEADER) | (page == null ? 0 : PAGE));
    if (header != null) {
      KeyHeader.write(header, out);
    }
    if (page != null) {
      pages.write(page, out);
    }
  }

  /** Reads what {@link #write} wrote; the entry does not keep its bytes. */
  public StateEntry read(DataInput in) throws IOException {
    int parts = readParts(in);
    long[] header = (parts & HEADER) != 0 ? KeyHeader.read(in) : null;
    Page page = (parts & PAGE) != 0 ? pages.read(in) : null;
    return new StateEntry(page, header, null);
  }

  /** Reads the key's stored header without the page that follows; null if there is none. */
  public static long[] readHeader(DataInput in) throws IOException {
    return (readParts(in) & HEADER) != 0 ? KeyHeader.read(in) : null;
  }

  private static int readParts(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          ("An entry of a window's state has version %s; this build reads version %s: restore it"
                  + " with the Finestra that wrote it, or start without that state")
              .formatted(version, VERSION));
    }
    return in.readByte();
  }

  /** A copy of its own. Partial results that are objects are shared, as they never change. */
  public StateEntry copy(StateEntry from) {
    return new StateEntry(
        from.page == null ? null : pages.copy(from.page),
        from.header == null ? null : from.header.clone(),
        from.bytes);
  }
}
