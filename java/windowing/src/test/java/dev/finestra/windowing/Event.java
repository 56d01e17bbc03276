package dev.finestra.windowing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A row of a key, or a watermark if the key is null. */
record Event(String key, long time, Object... values) {

  static Event watermark(long time) {
    return new Event(null, time);
  }

  boolean isWatermark() {
    return key == null;
  }

  void to(Simulation engine) throws Exception {
    if (isWatermark()) {
      engine.watermark(time);
    } else {
      engine.row(key, time, values);
    }
  }

  /**
   * Rows of some keys, out of order and with gaps, and watermarks; the last watermark is after all
   * rows.
   *
   * @param columns how many values a row has, all the same
   */
  static List<Event> some(Random random, int count, int keys, int columns) {
    List<Event> events = new ArrayList<>();
    long time = 0;
    for (int i = 0; i < count; i++) {
      time += random.nextInt(60) == 0 ? 700 : random.nextInt(15);
      if (random.nextInt(9) == 0) {
        events.add(watermark(time));
      } else {
        long at = time - (random.nextInt(3) == 0 ? random.nextInt(100) : 0);
        Object[] values = new Object[columns];
        java.util.Arrays.fill(values, (long) random.nextInt(50));
        events.add(new Event("k" + random.nextInt(keys), at, values));
      }
    }
    events.add(watermark(time + 100_000));
    return events;
  }

  @Override
  public String toString() {
    return isWatermark() ? "watermark " + time : key + "@" + time + List.of(values);
  }
}
