package dev.finestra.spark.internal.over;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.serializer.SerializerManager;
import org.apache.spark.storage.TempLocalBlockId;
import scala.Tuple2;

/**
 * A spill file of a task in Spark's local directories, compressed and encrypted as Spark's own. It
 * is written in Java because Scala cannot access the members that Spark makes private.
 */
final class SpillFile implements Closeable {
  private static final long FULL = 64 << 20;

  private final SerializerManager streams = SparkEnv.get().serializerManager();
  private final TempLocalBlockId block;
  private final File file;
  private final FileChannel channel;
  private long size;
  private int places;

  /** A part of the file: its position, its length in the file, and its length in memory. */
  static final class Place { // not a record, which the compiler of Scala 2.12 cannot read
    private final long at;
    private final int packed;
    private final int length;

    private Place(long at, int packed, int length) {
      this.at = at;
      this.packed = packed;
      this.length = length;
    }
  }

  SpillFile() throws IOException {
    Tuple2<TempLocalBlockId, File> made =
        SparkEnv.get().blockManager().diskBlockManager().createTempLocalBlock();
    block = made._1();
    file = made._2();
    channel =
        FileChannel.open(
            file.toPath(),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
  }

  /** The memory manager of the current task. */
  static TaskMemoryManager memoryOfTask() {
    return TaskContext.get().taskMemoryManager();
  }

  Place write(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = streams.wrapStream(block, packed)) {
      out.write(bytes);
    }
    ByteBuffer from = ByteBuffer.wrap(packed.toByteArray());
    final Place place = new Place(size, from.remaining(), bytes.length);
    while (from.hasRemaining()) {
      size += channel.write(from, size);
    }
    places++;
    TaskMetrics metrics = TaskContext.get().taskMetrics();
    metrics.incMemoryBytesSpilled(place.length);
    metrics.incDiskBytesSpilled(place.packed);
    return place;
  }

  byte[] read(Place place) throws IOException {
    ByteBuffer packed = ByteBuffer.allocate(place.packed);
    while (packed.hasRemaining()) {
      if (channel.read(packed, place.at + packed.position()) < 0) {
        throw damaged("ends before position " + (place.at + place.packed));
      }
    }
    try (InputStream in = streams.wrapStream(block, new ByteArrayInputStream(packed.array()))) {
      byte[] bytes = in.readNBytes(place.length);
      if (bytes.length < place.length) {
        throw damaged(
            "has "
                + bytes.length
                + " bytes at position "
                + place.at
                + " instead of "
                + place.length);
      }
      return bytes;
    }
  }

  private EOFException damaged(String how) {
    return new EOFException(
        "The spill file "
            + file
            + " "
            + how
            + "; check the disk of spark.local.dir and run the query again");
  }

  /** Releases one part. If no part is left, the file is overwritten, or deleted if it was full. */
  void forget() throws IOException {
    places--;
    if (places == 0 && isFull()) {
      close();
    } else if (places == 0) {
      size = 0;
    }
  }

  /** Whether later parts belong in another file. */
  boolean isFull() {
    return size >= FULL;
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(file.toPath());
  }
}
