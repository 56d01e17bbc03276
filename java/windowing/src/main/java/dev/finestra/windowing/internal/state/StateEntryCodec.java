package dev.finestra.windowing.internal.state;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageCodec;
import dev.finestra.windowing.internal.logic.KeyHeader;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Entries as bytes: the version and which parts follow, the key's header, the page. Entries of
 * Finestra 0.1.0 have version 1 and can be read.
 *
 * <p>Threading: not safe.
 */
public final class StateEntryCodec {
  private static final int VERSION = 2;

  /** The bits of the first byte that say which parts follow; version 1 has a byte for them. */
  private static final int PARTS_BITS = 4;

  private static final int HEADER = 1;
  private static final int PAGE = 2;

  private final PageCodec pages;
  private final KeyHeader header = new KeyHeader();

  /**
   * @param aggregation reads and writes partial results; it need not combine them
   */
  public StateEntryCodec(Aggregation<?> aggregation) {
    this.pages = new PageCodec(aggregation);
  }

  public void write(StateEntry entry, DataOutput out) throws IOException {
    entry.loadInto(header);
    Page page = entry.page();
    int parts = (header.isBlank() ? 0 : HEADER) | (page == null ? 0 : PAGE);
    out.writeByte(VERSION << PARTS_BITS | parts);
    if (!header.isBlank()) {
      header.write(out);
    }
    if (page != null) {
      pages.write(page, out);
    }
  }

  /** Reads what {@link #write} wrote; the entry does not keep its bytes. */
  public StateEntry read(DataInput in) throws IOException {
    StateEntry entry = new StateEntry();
    read(in, entry);
    return entry;
  }

  /** As {@link #read(DataInput)}, into an entry. */
  public void read(DataInput in, StateEntry entry) throws IOException {
    int parts = readHeader(in, header);
    entry.set((parts & PAGE) != 0 ? pages.read(in) : null, header);
  }

  /** Reads the key's header without the page that follows; returns which parts there are. */
  public static int readHeader(DataInput in, KeyHeader header) throws IOException {
    int first = in.readUnsignedByte();
    boolean isFirstVersion = first == 1;
    int version = first >>> PARTS_BITS;
    if (version != VERSION && !isFirstVersion) {
      throw new IOException(
          ("An entry of a window's state has version %s; this build reads version %s: restore it"
                  + " with the Finestra that wrote it, or start without that state")
              .formatted(version, VERSION));
    }
    int parts = isFirstVersion ? in.readByte() : first;
    header.reset();
    if ((parts & HEADER) != 0) {
      if (isFirstVersion) {
        header.readFirstVersion(in);
      } else {
        header.read(in);
      }
    }
    return parts;
  }

  /**
   * A copy with arrays of its own. Partial results that are objects are shared, so the copy owns
   * none of them.
   */
  public StateEntry copy(StateEntry from) {
    from.loadInto(header);
    StateEntry copy = new StateEntry();
    copy.set(from.page() == null ? null : pages.copy(from), header);
    copy.bytes = from.bytes;
    return copy;
  }
}
