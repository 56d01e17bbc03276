package dev.finestra.tools.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.finestra.SlidingWindows;
import org.junit.jupiter.api.Test;

/** Two windows that are merged into one another at the same time do not deadlock. */
final class RemoteWindowTest {
  @Test
  void shouldMergeEachIntoTheOther() throws InterruptedException {
    RemoteWindow a = new RemoteWindow(SlidingWindows.of("fiba", "count"));
    RemoteWindow b = new RemoteWindow(SlidingWindows.of("fiba", "count"));
    a.insert(1, Message.of(1L));
    b.insert(2, Message.of(1L));
    Thread[] both = {new Thread(() -> merge(a, b)), new Thread(() -> merge(b, a))};
    for (Thread each : both) {
      each.setDaemon(true);
      each.start();
    }
    for (Thread each : both) {
      each.join(60_000);
      assertFalse(each.isAlive(), "deadlock");
    }
    assertEquals(2, a.size());
    assertEquals(2, b.size());
  }

  private static void merge(RemoteWindow into, RemoteWindow other) {
    for (int i = 0; i < 20; i++) {
      into.merge(other);
    }
  }
}
