/** Counts how often a window in RocksDB is read and written, for each way to store it. */
package dev.finestra.bench.store;
