package dev.finestra.internal.window.keyed;

import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.window.Envelope;
import dev.finestra.internal.window.SnapshotBytes;
import dev.finestra.internal.window.Window;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.keyed.KeyCodec;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;

/**
 * The bytes of windows by key, in their {@link Envelope}: the number of keys, then each key with
 * its entries (count, then each time and partial result in time order). A large window that keeps
 * no entries is written as a snapshot of its own.
 */
final class KeyedSnapshots {
  private static final int ENTRIES = 0;
  private static final int NESTED = 1;

  private KeyedSnapshots() {}

  static <K, O> byte[] write(
      WindowStore<K, O> store, Aggregation<O> aggregation, KeyCodec<K> codec) {
    SnapshotBytes bytes = new SnapshotBytes();
    try {
      DataOutputStream out = Envelope.begin(bytes, aggregation, Envelope.KEYED);
      out.writeInt(store.table.size());
      for (int at = 0; at < store.table.capacity(); at++) {
        if (!store.table.isEmpty(at)) {
          writeKey(store.table.key(at), codec, out);
          write(store, at, out);
        }
      }
    } catch (IOException unwritten) {
      throw Window.unwritten(aggregation, unwritten);
    }
    return bytes.sealed();
  }

  private static <K> void writeKey(K key, KeyCodec<K> codec, DataOutput out) {
    try {
      codec.write(key, out);
    } catch (IOException unwritten) {
      throw new IllegalStateException(
          "The key %s could not be written: %s"
              .formatted(ValueConversions.shown(key), unwritten.getMessage()),
          unwritten);
    }
  }

  private static <K, O> void write(WindowStore<K, O> store, int at, DataOutput out)
      throws IOException {
    Window<O> window = store.large(at);
    if (window != null && !window.algorithm().is(Trait.KEEPS_ENTRIES)) {
      byte[] nested = window.snapshot();
      out.writeByte(NESTED);
      out.writeInt(nested.length);
      out.write(nested);
      return;
    }
    out.writeByte(ENTRIES);
    out.writeInt((int) store.size(at));
    if (window == null) {
      long run = store.run(at);
      for (int i = 0; i < SmallWindows.count(run); i++) {
        out.writeLong(store.small().time(run, i));
        store.cells().write(SmallWindows.slot(run) + i, out);
      }
      return;
    }
    window.writeEntries(out);
  }

  /** Fills an empty store and returns it. */
  static <K, O> WindowStore<K, O> read(
      WindowStore<K, O> store, Aggregation<O> aggregation, byte[] bytes, KeyCodec<K> codec) {
    DataInputStream in = Envelope.open(aggregation, bytes);
    try {
      int layout = in.readByte();
      if (layout != Envelope.KEYED) {
        throw new IllegalArgumentException(
            "The snapshot is of one window, not of windows by key; restore it into a"
                + " SlidingWindow.");
      }
      int keys = in.readInt();
      for (int i = 0; i < keys; i++) {
        readKey(store, in, codec);
      }
      if (keys < 0 || in.available() != 0) {
        throw new IOException("it claims " + keys + " keys, but more bytes follow them");
      }
      return store;
    } catch (EOFException early) {
      throw unread("it ends too early", early);
    } catch (IOException damaged) {
      throw unread(damaged.getMessage(), damaged);
    }
  }

  /** The checksum was right, so the likely cause is another codec, not damage. */
  private static IllegalArgumentException unread(String what, IOException cause) {
    return new IllegalArgumentException(
        "The snapshot was written with another KeyCodec, or it is damaged: "
            + what
            + "; restore it with the codec that wrote it.",
        cause);
  }

  private static <K, O> void readKey(WindowStore<K, O> store, DataInputStream in, KeyCodec<K> codec)
      throws IOException {
    K key = codec.read(in);
    int at = store.table.find(key);
    if (at >= 0) {
      throw new IOException("the key " + ValueConversions.shown(key) + " is there twice");
    }
    int kind = in.readByte();
    int count = in.readInt();
    if ((kind != ENTRIES && kind != NESTED)
        || count < 1
        || count > in.available() / (kind == ENTRIES ? 8 : 1)) {
      throw new IOException(
          "the key %s claims %s of kind %s in %s bytes"
              .formatted(ValueConversions.shown(key), count, kind, in.available()));
    }
    if (kind == NESTED) {
      byte[] nested = new byte[count];
      in.readFully(nested);
      Window<O> window = store.add(key, at);
      window.restore(nested);
      if (window.isEmpty()) {
        throw new IOException("the key " + ValueConversions.shown(key) + " is empty");
      }
    } else {
      readEntries(store, in, key, at, count);
    }
  }

  private static <K, O> void readEntries(
      WindowStore<K, O> store, DataInputStream in, K key, int at, int count) throws IOException {
    Window<O> window = store.whole || count > SmallWindows.MOST ? store.add(key, at) : null;
    int place = at;
    long last = 0;
    for (int i = 0; i < count; i++) {
      long time = in.readLong();
      if (i > 0 && time <= last) {
        throw new IOException(
            "time %s of the key %s comes after %s"
                .formatted(time, ValueConversions.shown(key), last));
      }
      last = time;
      store.cells().read(Cells.IN, in);
      if (window != null) {
        window.insert(time, store.cells(), Cells.IN);
      } else {
        place = store.put(key, place, time);
      }
    }
  }
}
