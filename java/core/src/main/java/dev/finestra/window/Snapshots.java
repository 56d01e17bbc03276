package dev.finestra.window;

import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The bytes of a window: {@code FNST}, version, aggregation, layout, content, and a CRC-32C of all before it.
 *
 * <p>Layout <em>entries</em> is the same for every algorithm that keeps entries (count, then each time and partial
 * aggregate in time order), so that a window moves from one algorithm to another. Layout <em>raw</em>, with the
 * algorithm's name, is for those that keep partial aggregates only. Restoring an entries layout is a bulk insert into an
 * empty window.
 */
final class Snapshots {
  private static final int MAGIC = 0x464e5354;
  private static final int VERSION = 1;
  private static final int ENTRIES = 0;
  private static final int RAW = 1;
  private static final int SHORTEST = 4 + 2 + 4;

  private Snapshots() {}

  static <O> byte[] write(Window<O> window) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeInt(MAGIC);
      out.writeShort(VERSION);
      out.writeUTF(window.aggregation().name());
      out.writeUTF(window.aggregation().input().name());
      if (window.algorithm().is(Trait.KEEPS_ENTRIES)) {
        out.writeByte(ENTRIES);
        out.writeLong(window.size());
        window.entries(
            (time, slot) -> {
              try {
                out.writeLong(time);
                window.cells.write(slot, out);
              } catch (IOException impossible) {
                throw new IllegalStateException(impossible);
              }
            });
      } else {
        out.writeByte(RAW);
        out.writeUTF(window.algorithm().name());
        ((Raw) window).write(out);
      }
      CRC32C crc = new CRC32C();
      crc.update(bytes.toByteArray());
      out.writeInt((int) crc.getValue());
    } catch (IOException impossible) {
      throw new IllegalStateException("a partial aggregate could not be written", impossible);
    }
    return bytes.toByteArray();
  }

  /** Reads a snapshot into fresh state; the window is touched only when every byte was read. */
  static <O> void restore(Window<O> window, byte[] bytes) {
    DataInputStream in = open(window, bytes);
    try {
      if (in.readByte() == ENTRIES) {
        window.reset();
        entries(window, in);
      } else {
        String algorithm = in.readUTF();
        if (!algorithm.equals(window.algorithm().name())) {
          throw new IllegalArgumentException(
              "the snapshot is of " + algorithm + ", which keeps no entries and so cannot become " + window.algorithm().name());
        }
        window.reset();
        ((Raw) window).read(in, bytes.length);
      }
      if (in.available() != 0) {
        throw new IOException(in.available() + " bytes too many");
      }
    } catch (IOException damaged) {
      window.reset();
      throw new IllegalArgumentException("the snapshot is damaged: " + damaged.getMessage(), damaged);
    }
  }

  /** Inserts the entries of another window. */
  static <O> void merge(Window<O> window, SlidingWindow<O> other) {
    if (!other.aggregation().name().equals(window.aggregation().name())) {
      throw new IllegalArgumentException(
          "a window of " + other.aggregation().name() + " cannot be merged into one of " + window.aggregation().name());
    }
    if (!other.algorithm().is(Trait.KEEPS_ENTRIES)) {
      throw Refusal.of(other.algorithm(), "be merged into another window", Trait.KEEPS_ENTRIES);
    }
    if (other instanceof Window<O> that) {
      Stage<O> stage = window.stage();
      stage.begin(that.size());
      that.entries(
          (time, slot) -> {
            stage.cells.copy(stage.next(), that.cells, slot, 1);
            add(window, stage, time);
          });
      window.insertStaged();
      return;
    }
    byte[] bytes = other.snapshot();
    DataInputStream in = open(window, bytes);
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
    Stage<O> stage = window.stage();
    stage.begin(count);
    long last = 0;
    for (long i = 0; i < count; i++) {
      long time = in.readLong();
      if (i > 0 && time <= last) {
        throw new IOException("time " + time + " comes after " + last);
      }
      last = time;
      stage.cells.read(stage.next(), in);
      add(window, stage, time);
    }
    window.insertStaged();
  }

  private static <O> void add(Window<O> window, Stage<O> stage, long time) {
    stage.next(time);
    if (stage.isFull()) {
      window.insertStaged();
      stage.begin(Integer.MAX_VALUE);
    }
  }

  /** Checks all that can be checked without reading the content, and leaves the input at the layout. */
  private static <O> DataInputStream open(Window<O> window, byte[] bytes) {
    if (bytes.length < SHORTEST || ByteBuffer.wrap(bytes).getInt() != MAGIC) {
      throw new IllegalArgumentException("these " + bytes.length + " bytes are not a Finestra snapshot");
    }
    int version = ByteBuffer.wrap(bytes).getShort(4);
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "the snapshot has version " + version + "; this build reads versions up to " + VERSION);
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - 4);
    if (ByteBuffer.wrap(bytes).getInt(bytes.length - 4) != (int) crc.getValue()) {
      throw new IllegalArgumentException("the snapshot is damaged: its checksum does not fit");
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length - 4)));
    try {
      in.skipNBytes(6);
      String name = in.readUTF();
      String input = in.readUTF();
      if (!name.equals(window.aggregation().name()) || !input.equals(window.aggregation().input().name())) {
        throw new IllegalArgumentException(
            "the snapshot holds " + name + " of " + input + ", this window " + window.aggregation().name() + " of "
                + window.aggregation().input());
      }
      return in;
    } catch (EOFException damaged) {
      throw new IllegalArgumentException("the snapshot is damaged: it ends in its header", damaged);
    } catch (IOException damaged) {
      throw new IllegalArgumentException("the snapshot is damaged: " + damaged.getMessage(), damaged);
    }
  }
}
