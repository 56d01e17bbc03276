package dev.finestra.flink;

import dev.finestra.flink.internal.operator.RowKinds;
import dev.finestra.flink.internal.operator.TableWindows;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.host.KeyedEngine;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.table.api.dataview.MapView;

/** The state of one key of a SQL query: its pages and its timer; and the results so far. */
class TableState implements KeyedEngine {
  MapView<Integer, byte[]> pages = new MapView<>();
  private final List<String> emitted = new ArrayList<>();
  private long timer = KeyHeader.NEVER;

  /** Reads the state that {@link #write} wrote. */
  static TableState read(DataInputStream in) throws Exception {
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
    out.writeInt(pages.getMap().size());
    for (Map.Entry<Integer, byte[]> page : new TreeMap<>(pages.getMap()).entrySet()) {
      out.writeInt(page.getKey());
      out.writeInt(page.getValue().length);
      out.write(page.getValue());
    }
  }

  /** The current pages by their ids. */
  Map<Integer, byte[]> pages() {
    return Map.copyOf(pages.getMap());
  }

  /** The results since the last call. */
  List<String> out() {
    List<String> out = List.copyOf(emitted);
    emitted.clear();
    return out;
  }

  /** Fires the timers up to a watermark. */
  void watermark(long watermark, TableWindows windows) throws Exception {
    while (timer <= watermark) {
      long due = timer;
      timer = KeyHeader.NEVER;
      windows.fire(due, pages);
    }
  }

  @Override
  public void emit(long start, long end, WindowResult result, Change change, long timestamp) {
    String results = Arrays.toString((Object[]) result.value());
    emitted.add(RowKinds.of(change).shortString() + " " + start + " " + end + " " + results);
  }

  @Override
  public void moveTimer(long from, long to) {
    timer = to;
  }

  @Override
  public void rowInNoWindow() {
    emitted.add("in no window");
  }
}
