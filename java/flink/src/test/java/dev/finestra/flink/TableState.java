package dev.finestra.flink;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.types.RowKind;

/** What Flink keeps of a key of a query of SQL: its pages and its timer; and what was answered. */
class TableState implements TableWindows.Pages, TableWindows.Out {
  private final Map<Integer, byte[]> pages = new TreeMap<>();
  private final List<String> emitted = new ArrayList<>();
  private long timer = TableWindows.NEVER;

  /** As {@link #write} wrote it. */
  static TableState read(DataInputStream in) throws IOException {
    TableState state = new TableState();
    state.timer = in.readLong();
    for (int left = in.readInt(); left > 0; left--) {
      int id = in.readInt();
      state.pages.put(id, in.readNBytes(in.readInt()));
    }
    return state;
  }

  void write(DataOutputStream out) throws IOException {
    out.writeLong(timer);
    out.writeInt(pages.size());
    for (Map.Entry<Integer, byte[]> page : pages.entrySet()) {
      out.writeInt(page.getKey());
      out.writeInt(page.getValue().length);
      out.write(page.getValue());
    }
  }

  /** The pages by their ids, as they are now. */
  Map<Integer, byte[]> pages() {
    return Map.copyOf(pages);
  }

  /** What was answered since this was last asked. */
  List<String> out() {
    List<String> out = List.copyOf(emitted);
    emitted.clear();
    return out;
  }

  /** Lets the timers ring up to a watermark. */
  void watermark(long watermark, TableWindows windows) throws Exception {
    while (timer <= watermark) {
      long due = timer;
      timer = TableWindows.NEVER;
      windows.ring(due, this, this);
    }
  }

  @Override
  public byte[] get(int id) {
    return pages.get(id);
  }

  @Override
  public void put(int id, byte[] page) {
    pages.put(id, page);
  }

  @Override
  public void remove(int id) {
    pages.remove(id);
  }

  @Override
  public void emit(long start, long end, Object[] answers, RowKind kind) {
    emitted.add(kind.shortString() + " " + start + " " + end + " " + Arrays.toString(answers));
  }

  @Override
  public void ring(long at, long instead) {
    timer = at;
  }

  @Override
  public void between() {
    emitted.add("between");
  }
}
