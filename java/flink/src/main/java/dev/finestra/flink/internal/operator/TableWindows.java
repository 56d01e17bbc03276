package dev.finestra.flink.internal.operator;

import dev.finestra.flink.internal.aggregate.NamedWindowInput;
import dev.finestra.flink.internal.state.StateEntrySerializer;
import dev.finestra.flink.internal.table.TableWindowSpec;
import dev.finestra.windowing.internal.host.HeldKey;
import dev.finestra.windowing.internal.host.KeyedEngine;
import dev.finestra.windowing.internal.host.KeyedHost;
import dev.finestra.windowing.internal.state.EntryMap;
import dev.finestra.windowing.internal.state.EntryPages;
import dev.finestra.windowing.internal.state.StateEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.flink.table.api.dataview.MapView;
import org.apache.flink.types.Row;

/**
 * The windows of a process table function. The current key's entries are bytes in a map, and are
 * written back after each call, because Flink does not tell a function about snapshots.
 *
 * <p>Costs: for a row in order the header and one page are read, and written if they changed.
 *
 * <p>Invariants: (1) after each call all state is in the map; (2) a key has at most one timer; (3)
 * a header's bytes end with the fingerprint of the query that wrote them.
 *
 * <p>When user code throws, so does the call, and Flink restores the last checkpoint. Threading:
 * not safe.
 */
public final class TableWindows {
  private final NamedWindowInput<Row> input;
  private final StateEntrySerializer serializer;
  private final long fingerprint;
  private final HeldKey key;
  private final KeyedHost host;

  private MapView<Integer, byte[]> pages;

  public TableWindows(TableWindowSpec<Row> spec, KeyedEngine engine) {
    this.input = spec.input();
    this.serializer = new StateEntrySerializer(input.partials(spec.request()));
    this.fingerprint = fingerprint(serializer.toString());
    this.key = new HeldKey(new Entries(), spec.request().algorithm(), input.aggregation());
    this.host = new KeyedHost(engine, spec.request(), input.aggregation(), input.none(), false);
  }

  /** Adds a row of the key that these pages belong to; false if it is late. */
  public boolean row(Row row, long time, long watermark, MapView<Integer, byte[]> pages)
      throws Exception {
    attach(pages);
    boolean isAccepted = host.row(time, input.value(row), time, watermark);
    key.putBack();
    return isAccepted;
  }

  /** Emits what is due at a timer of the key that these pages belong to. */
  public void fire(long time, MapView<Integer, byte[]> pages) throws Exception {
    attach(pages);
    host.fire(time);
    key.putBack();
  }

  private void attach(MapView<Integer, byte[]> pages) {
    this.pages = pages;
    // Flink has chosen the pages already; the key need only not be null.
    key.attach(this);
    host.attach(key);
  }

  private static long fingerprint(String words) {
    long hash = words.length();
    for (int i = 0; i < words.length(); i++) {
      hash = (hash ^ words.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /** The entries as bytes. Flink has no serializer for them that could reject another query's. */
  private final class Entries implements EntryMap {
    @Override
    public StateEntry get(int id) throws Exception {
      byte[] bytes = pages.get(id);
      if (bytes == null) {
        return null;
      }
      if (id != EntryPages.HEADER) {
        return serializer.entry(bytes);
      }
      int length = bytes.length - Long.BYTES;
      if (ByteBuffer.wrap(bytes).getLong(length) != fingerprint) {
        throw new IllegalStateException(
            "The state belongs to other windows or aggregations, or another algorithm, than this"
                + " query's: "
                + serializer
                + "; restore it with the query that wrote it, or start without that state");
      }
      return serializer.entry(Arrays.copyOf(bytes, length));
    }

    @Override
    public void put(int id, StateEntry entry) throws Exception {
      byte[] bytes = entry.bytes;
      if (id == EntryPages.HEADER) {
        int length = bytes.length;
        bytes = ByteBuffer.allocate(length + 8).put(bytes).putLong(fingerprint).array();
      }
      pages.put(id, bytes);
    }

    @Override
    public void remove(int id) throws Exception {
      pages.remove(id);
    }

    @Override
    public byte[] bytes(StateEntry entry) throws IOException {
      return serializer.bytes(entry);
    }
  }
}
