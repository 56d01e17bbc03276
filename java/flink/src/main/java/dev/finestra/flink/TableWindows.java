package dev.finestra.flink;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/**
 * The windows of a process table function: as {@link WindowOperator}'s, with the pages of the
 * current key as bytes in a map, put back after each call, since nothing tells a function of a
 * snapshot.
 *
 * <p>Costs: for a row in order the header and one page are read, and written where they changed.
 *
 * <p>Invariants: 1. after each call all state is in the map; 2. a key has at most one timer; 3. a
 * header ends with the mark of the windows that it is of.
 *
 * <p>When user code throws, so does the call, and Flink restores the last checkpoint. Threading:
 * not safe.
 */
public final class TableWindows {
  /** The map of the current key. */
  public interface Pages {
    byte[] get(int id) throws Exception;

    void put(int id, byte[] page) throws Exception;

    void remove(int id) throws Exception;
  }

  /** What is done for the current key. */
  public interface Out {
    void emit(long start, long end, Object[] answers, RowKind kind);

    /** Lets the timer ring at a time, and no more at another; {@link #NEVER} is none. */
    void ring(long at, long instead);

    /** A row has come that is in no window, since the slide is above the size. */
    void between();
  }

  /** No time. */
  public static final long NEVER = Notes.NONE;

  private static final int HEADER = -1;
  private static final int MOST_REMOVED = 64;
  private static final int MOST_SWEPT = 4096;
  private static final long FAR = 3 * (Kind.MOST_TIME >> 1);

  private final NamedIntake<Row> intake;
  private final PageSerializer serializer;
  private final Stored stored = new Stored();
  private final long mark;
  private final PagedWindow<Answer> window;
  private final Firing firing;

  private Pages pages;
  private Out out;
  private Notes notes;
  private final boolean isCommutative;
  private long now;

  public TableWindows(TableSpec spec) {
    this.intake = spec.intake;
    this.serializer = new PageSerializer(intake.partials(spec.plan));
    this.mark = mark(serializer.toString());
    Aggregation<Answer> aggregation = intake.aggregation();
    this.isCommutative = aggregation.is(Aggregation.Property.COMMUTATIVE);
    this.window = dev.finestra.Finestra.paged(spec.plan.algorithm(), aggregation, stored);
    this.firing = Firing.of(new Here(), spec.plan);
  }

  /** Takes a row of the key that these pages are of; false when it is late. */
  public boolean row(Row row, long time, long watermark, Pages pages, Out out) throws Exception {
    if (time <= -Kind.MOST_TIME || time >= Kind.MOST_TIME) {
      throw new IllegalArgumentException("a row's time is " + time + "; it must be within 2^62 ms");
    }
    attach(pages, out);
    // Flink may let a row in before a timer that is due; for its key that time has not passed yet.
    long passed = notes.timer == Notes.NONE ? FAR : notes.timer - 1;
    now = Math.max(-FAR, Math.min(watermark, passed));
    boolean taken = firing.row(time, intake.value(row), time);
    putBack(window.flush(MOST_REMOVED));
    return taken;
  }

  /** Does what is due at a timer of the key that these pages are of. */
  public void ring(long time, Pages pages, Out out) throws Exception {
    attach(pages, out);
    now = Math.min(time, FAR);
    notes.timer = Notes.NONE;
    firing.ring();
    boolean isEmpty = window.isEmpty();
    Page header = window.flush(isEmpty ? MOST_SWEPT : MOST_REMOVED);
    if (isEmpty && header != null) {
      ringAt(time + 1); // a timer at this time would say that it has not passed
    }
    putBack(header);
  }

  private void attach(Pages pages, Out out) throws Exception {
    this.pages = pages;
    this.out = out;
    stored.read.clear();
    Entry header = stored.entry(HEADER);
    window.attach(header == null ? null : header.page);
    notes = Notes.of(header == null ? null : header.notes);
  }

  private void putBack(Page header) throws Exception {
    if (header == null && notes.isBlank()) {
      if (stored.read.containsKey(HEADER)) {
        pages.remove(HEADER);
      }
    } else {
      stored.write(HEADER, header, notes.isBlank() ? null : notes.toLongs());
    }
  }

  /**
   * Refuses state of other windows. To Flink it is a map of bytes, whose words no serializer keeps;
   * so they stand, spread over 64 bits, behind each header.
   */
  private void checkMark(byte[] header) throws IOException {
    if (ByteBuffer.wrap(header).getLong(header.length - Long.BYTES) != mark) {
      throw new IOException(
          "the state is of other windows or aggregations, or of another algorithm, than these: "
              + serializer
              + "; ask as before, or begin without that state");
    }
  }

  private static long mark(String words) {
    long mark = words.length();
    for (int i = 0; i < words.length(); i++) {
      mark = (mark ^ words.charAt(i)) * 0x100000001b3L;
    }
    return mark;
  }

  private void ringAt(long time) {
    if (notes.timer == time || (notes.timer < time && time != Notes.NONE)) {
      return;
    }
    out.ring(time, notes.timer);
    notes.timer = time;
  }

  /** The pages as bytes, compared before they are written. */
  private final class Stored implements PageStore {
    private final Map<Integer, byte[]> read = new HashMap<>();

    private Entry entry(int id) throws Exception {
      byte[] bytes = pages.get(id);
      if (bytes == null) {
        return null;
      }
      read.put(id, bytes);
      if (id == HEADER) {
        checkMark(bytes);
      }
      return serializer.entry(bytes);
    }

    private void write(int id, Page page, long[] notes) throws Exception {
      byte[] bytes = serializer.bytes(page, notes);
      if (id == HEADER) {
        bytes = ByteBuffer.allocate(bytes.length + Long.BYTES).put(bytes).putLong(mark).array();
      }
      if (!Arrays.equals(read.put(id, bytes), bytes)) {
        pages.put(id, bytes);
      }
    }

    @Override
    public Page get(int id) {
      try {
        Entry entry = entry(id);
        return entry == null ? null : entry.page;
      } catch (Exception unreadable) {
        throw new IllegalStateException("a page of a window could not be read", unreadable);
      }
    }

    @Override
    public void put(int id, Page page, boolean isNew) {
      try {
        write(id, page, null);
      } catch (Exception unwritable) {
        throw new IllegalStateException("a page of a window could not be written", unwritable);
      }
    }

    @Override
    public void remove(int id) {
      try {
        read.remove(id);
        pages.remove(id);
      } catch (Exception unwritable) {
        throw new IllegalStateException("a page of a window could not be removed", unwritable);
      }
    }
  }

  /** What the windows see. */
  private final class Here implements Site {
    @Override
    public SlidingWindow<Answer> window() {
      return window;
    }

    @Override
    public boolean isCommutative() {
      return isCommutative;
    }

    @Override
    public Notes notes() {
      return notes;
    }

    @Override
    public Answer none() {
      return intake.none();
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public void emit(long start, long end, Answer answer, RowKind kind, long timestamp) {
      out.emit(start, end, (Object[]) answer.value(), kind);
    }

    @Override
    public void ringAt(long time) {
      TableWindows.this.ringAt(time);
    }

    @Override
    public void between() {
      out.between();
    }

    @Override
    public void corrected(int results) {
      // What is corrected is seen in the changelog.
    }
  }
}
