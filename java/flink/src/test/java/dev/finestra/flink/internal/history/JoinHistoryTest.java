package dev.finestra.flink.internal.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.TwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class JoinHistoryTest {
  /** A union would emit the history's last watermark as soon as the stream is idle. */
  @SuppressWarnings("try") // an interrupt ends the test
  @Test
  void shouldEmitTheWatermarkOfAStreamThatIsIdleBefore() throws Exception {
    try (TwoInputStreamOperatorTestHarness<String, String, String> joined =
        new TwoInputStreamOperatorTestHarness<>(new JoinHistory<>())) {
      joined.open();
      joined.processWatermark1(new Watermark(5));
      joined.processWatermarkStatus1(WatermarkStatus.IDLE);
      joined.processWatermark2(Watermark.MAX_WATERMARK);
      assertEquals(
          List.of(new Watermark(5), WatermarkStatus.IDLE), List.copyOf(joined.getOutput()));
    }
  }

  @SuppressWarnings("try") // an interrupt ends the test
  @Test
  void shouldNotEndTheStreamWhenItIsIdleAfterTheHistory() throws Exception {
    try (TwoInputStreamOperatorTestHarness<String, String, String> joined =
        new TwoInputStreamOperatorTestHarness<>(new JoinHistory<>())) {
      joined.open();
      joined.processWatermark1(new Watermark(5));
      joined.processElement2(new StreamRecord<>("old", 3));
      assertEquals(List.of(new StreamRecord<>("old", 3)), List.copyOf(joined.getOutput()));
      joined.getOutput().clear();
      joined.processWatermark2(Watermark.MAX_WATERMARK);
      joined.processWatermarkStatus1(WatermarkStatus.IDLE);
      joined.processWatermarkStatus1(WatermarkStatus.ACTIVE);
      joined.processElement1(new StreamRecord<>("new", 7));
      joined.processWatermark1(new Watermark(9));
      assertEquals(
          List.of(
              new Watermark(5),
              WatermarkStatus.IDLE,
              WatermarkStatus.ACTIVE,
              new StreamRecord<>("new", 7),
              new Watermark(9)),
          List.copyOf(joined.getOutput()));
    }
  }
}
