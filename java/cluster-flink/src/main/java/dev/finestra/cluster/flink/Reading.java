package dev.finestra.cluster.flink;

/** A row of the input: {@code key,time,value,passed}. */
public final class Reading {
  /** The key of the last row, which only carries a watermark. */
  static final String CLOSING = "";

  public String key;
  public long time;
  public long value;

  /** The watermark before this row. */
  public long passed;

  static Reading of(String line) {
    String[] parts = line.split(",", -1);
    Reading reading = new Reading();
    reading.key = parts[0];
    reading.time = Long.parseLong(parts[1]);
    reading.value = Long.parseLong(parts[2]);
    reading.passed = Long.parseLong(parts[3]);
    return reading;
  }
}
