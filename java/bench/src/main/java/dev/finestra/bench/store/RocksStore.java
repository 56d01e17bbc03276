package dev.finestra.bench.store;

import java.nio.ByteBuffer;
import org.rocksdb.Env;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksMemEnv;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/** A RocksDB with its files in memory; it counts how often keys are read and written. */
final class RocksStore implements AutoCloseable {
  private final Env env;
  private final Statistics statistics;
  private final Options options;
  private final RocksDB db;
  private long readBefore;
  private long writtenBefore;

  RocksStore() {
    RocksDB.loadLibrary();
    env = new RocksMemEnv(Env.getDefault());
    statistics = new Statistics();
    options = new Options().setCreateIfMissing(true).setEnv(env).setStatistics(statistics);
    try {
      db = RocksDB.open(options, "/counted");
    } catch (RocksDBException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  byte[] get(long key) {
    try {
      return db.get(bytes(key));
    } catch (RocksDBException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  void put(long key, byte[] value) {
    try {
      db.put(bytes(key), value);
    } catch (RocksDBException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  void remove(long key) {
    try {
      db.delete(bytes(key));
    } catch (RocksDBException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static byte[] bytes(long key) {
    return ByteBuffer.allocate(Long.BYTES).putLong(key).array();
  }

  void beginCounting() {
    readBefore = statistics.getTickerCount(TickerType.NUMBER_KEYS_READ);
    writtenBefore = statistics.getTickerCount(TickerType.NUMBER_KEYS_WRITTEN);
  }

  /** How often a key was read since counting began. */
  long reads() {
    return statistics.getTickerCount(TickerType.NUMBER_KEYS_READ) - readBefore;
  }

  /** How often a key was written or removed since then. */
  long writes() {
    return statistics.getTickerCount(TickerType.NUMBER_KEYS_WRITTEN) - writtenBefore;
  }

  @Override
  public void close() {
    db.close();
    options.close();
    statistics.close();
    env.close();
  }
}
