package dev.finestra.flink;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A row, or a watermark. */
record KeyedEvent(Trade trade, long watermark) {

  static KeyedEvent of(long watermark) {
    return new KeyedEvent(null, watermark);
  }

  /** Rows of some keys, out of order and with gaps, and watermarks; the last passes everything. */
  static List<KeyedEvent> some(Random random, int count, int keys) {
    List<KeyedEvent> events = new ArrayList<>();
    long time = 0;
    for (int i = 0; i < count; i++) {
      time += random.nextInt(60) == 0 ? 700 : random.nextInt(15);
      if (random.nextInt(9) == 0) {
        events.add(of(time));
      } else {
        long at = time - (random.nextInt(3) == 0 ? random.nextInt(100) : 0);
        String key = "k" + random.nextInt(keys);
        events.add(new KeyedEvent(new Trade(key, at, (long) random.nextInt(50), i), 0));
      }
    }
    events.add(of(time + 100_000));
    return events;
  }
}
