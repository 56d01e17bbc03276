package dev.finestra.internal.window;

import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.algorithm.Refusal;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * The bytes of a window, in their {@link Envelope}.
 *
 * <p>Layout <em>entries</em> is the same for every algorithm that keeps entries (count, then each
 * time and partial result in time order), so that a snapshot of one can be restored into another.
 * Layout <em>own</em>, with the algorithm's name, is for algorithms that keep only partial results
 * of many entries. Restoring an entries layout is a bulk insert into an empty window.
 */
final class Snapshots {
  private Snapshots() {}

  static <O> byte[] write(Window<O> window) {
    SnapshotBytes bytes = new SnapshotBytes();
    try {
      boolean entries = window.algorithm().is(Trait.KEEPS_ENTRIES);
      DataOutputStream out =
          Envelope.begin(bytes, window.aggregation(), entries ? Envelope.ENTRIES : Envelope.OWN);
      if (entries) {
        out.writeLong(window.size());
        window.writeEntries(out);
      } else {
        out.writeUTF(window.algorithm().name());
        ((OwnSnapshot) window).write(out);
      }
    } catch (IOException impossible) {
      throw Window.unwritten(window.aggregation(), impossible);
    }
    return bytes.sealed();
  }

  /**
   * Replaces the content by a snapshot's; if the bytes are rejected, the window does not change.
   */
  static <O> void restore(Window<O> window, byte[] bytes) {
    DataInputStream in = Envelope.open(window.aggregation(), bytes);
    try {
      int layout = in.readByte();
      checkLayout(window, layout, in);
      byte[] before = window.isEmpty() ? null : write(window);
      try {
        replace(window, layout, in, bytes.length);
      } catch (IOException | RuntimeException | Error thrown) {
        if (!window.isClosed()) {
          window.reset();
          if (before != null) {
            restore(window, before);
          }
        }
        throw thrown;
      }
    } catch (IOException damaged) {
      throw Envelope.damaged(damaged.getMessage(), damaged);
    }
  }

  /** The only algorithm that can restore a snapshot; null if every one that keeps entries can. */
  static String onlyFor(Aggregation<?> aggregation, byte[] snapshot) throws IOException {
    DataInputStream in = Envelope.open(aggregation, snapshot);
    return in.readByte() == Envelope.OWN ? in.readUTF() : null;
  }

  private static void checkLayout(Window<?> window, int layout, DataInputStream in)
      throws IOException {
    if (layout == Envelope.ENTRIES) {
      return;
    }
    if (layout != Envelope.OWN) {
      throw new IllegalArgumentException(
          "The snapshot has layout "
              + layout
              + ", which is not that of one window; restore it into the windows that wrote it.");
    }
    String algorithm = in.readUTF();
    if (!algorithm.equals(window.algorithm().name())) {
      throw new IllegalArgumentException(
          ("The snapshot is of %1$s, which keeps no entries, so it cannot be restored into %2$s;"
                  + " restore it into a window of %1$s.")
              .formatted(algorithm, window.algorithm().name()));
    }
    if (!(window instanceof OwnSnapshot)) {
      throw new IOException(algorithm + " keeps its entries, and this snapshot has none");
    }
  }

  private static <O> void replace(Window<O> window, int layout, DataInputStream in, int length)
      throws IOException {
    window.reset();
    if (layout == Envelope.ENTRIES) {
      entries(window, in);
    } else {
      ((OwnSnapshot) window).read(in, length);
    }
    if (in.available() != 0) {
      throw new IOException("it has " + in.available() + " bytes too many");
    }
  }

  /** Rejects a merge of windows with different aggregations. */
  static void checkMerge(Aggregation<?> into, Aggregation<?> other) {
    if (!other.name().equals(into.name()) || other.input() != into.input()) {
      throw new IllegalArgumentException(
          "A window of %s cannot be merged into one of %s; merge windows of one aggregation."
              .formatted(ValueConversions.described(other), ValueConversions.described(into)));
    }
  }

  /** Inserts the entries of another window, which has the same aggregation. */
  static <O> void merge(Window<O> window, SlidingWindow<O> other) {
    if (!other.algorithm().is(Trait.KEEPS_ENTRIES)) {
      throw Refusal.of(other.algorithm(), "be merged into another window", Trait.KEEPS_ENTRIES);
    }
    if (other instanceof Window<O> that) {
      LiftedBulk<O> bulk = window.bulk(that.size());
      bulk.begin(that.size());
      boolean[] began = {false};
      try {
        that.entries(
            (time, slot) -> {
              bulk.cells.copy(bulk.slot(time), that.cells, slot, 1);
              began[0] |= add(window, bulk, time);
            });
      } catch (Throwable thrown) {
        if (began[0]) {
          window.close(thrown);
        }
        throw thrown;
      }
      window.insertBulk();
      return;
    }
    byte[] bytes = other.snapshot();
    DataInputStream in = Envelope.open(window.aggregation(), bytes);
    try {
      in.readByte();
      entries(window, in);
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static <O> void entries(Window<O> window, DataInputStream in) throws IOException {
    long count = in.readLong();
    if (count < 0 || count > in.available() / 8) {
      throw new IOException("it claims " + count + " entries in " + in.available() + " bytes");
    }
    LiftedBulk<O> bulk = window.bulk(count);
    bulk.begin(count);
    long last = 0;
    for (long i = 0; i < count; i++) {
      long time = in.readLong();
      if (i > 0 && time <= last) {
        throw new IOException("time " + time + " comes after " + last);
      }
      last = time;
      bulk.cells.read(bulk.slot(time), in);
      add(window, bulk, time);
    }
    window.insertBulk();
  }

  /** Adds an entry to the bulk; returns whether that completed a piece, which was then inserted. */
  private static <O> boolean add(Window<O> window, LiftedBulk<O> bulk, long time) {
    bulk.add(time);
    if (!bulk.isFull()) {
      return false;
    }
    window.insertBulk();
    bulk.begin(Integer.MAX_VALUE);
    return true;
  }
}
