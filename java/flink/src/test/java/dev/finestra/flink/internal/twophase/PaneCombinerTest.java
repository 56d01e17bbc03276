package dev.finestra.flink.internal.twophase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.OperatorMetrics;
import dev.finestra.flink.internal.aggregate.FunctionWindowInput;
import dev.finestra.flink.internal.aggregate.ReduceAsAggregate;
import dev.finestra.windowing.WindowGrid;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.runtime.EitherSerializer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.types.Either;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rows and partial results that are sent, for windows of size 20 and slide 10. */
class PaneCombinerTest {
  private static final TypeSerializer<Tuple2<String, Long>> ROWS =
      Types.<Tuple2<String, Long>>TUPLE(Types.STRING, Types.LONG)
          .createSerializer(new SerializerConfigImpl());

  private static final TypeSerializer<Tuple2<String, byte[]>> SUMS =
      Types.<Tuple2<String, byte[]>>TUPLE(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE))
          .createSerializer(new SerializerConfigImpl());

  private OneInputStreamOperatorTestHarness<
          Tuple2<String, Long>, Either<Tuple2<String, Long>, Tuple2<String, byte[]>>>
      harness;

  @BeforeEach
  void openSums() throws Exception {
    open((a, b) -> Tuple2.of(a.f0, a.f1 + b.f1), false);
  }

  private void open(ReduceFunction<Tuple2<String, Long>> reduce, boolean reusesObjects)
      throws Exception {
    harness = harness(reduce);
    if (reusesObjects) {
      harness.getExecutionConfig().enableObjectReuse();
    }
    harness.open();
  }

  private static OneInputStreamOperatorTestHarness<
          Tuple2<String, Long>, Either<Tuple2<String, Long>, Tuple2<String, byte[]>>>
      harness(ReduceFunction<Tuple2<String, Long>> reduce) throws Exception {
    var made =
        new OneInputStreamOperatorTestHarness<
            Tuple2<String, Long>, Either<Tuple2<String, Long>, Tuple2<String, byte[]>>>(
            new PaneCombiner<>(
                row -> row.f0,
                new FunctionWindowInput<>(new ReduceAsAggregate<>(reduce, ROWS), ROWS, ROWS, false),
                WindowGrid.of(20, 10, 0),
                ROWS,
                Types.STRING.createSerializer(new SerializerConfigImpl())));
    made.setup(new EitherSerializer<>(ROWS, SUMS));
    return made;
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private void row(String key, long value, long time) throws Exception {
    harness.processElement(Tuple2.of(key, value), time);
  }

  /** The rows and the sums that were sent since the last call, with their times. */
  private List<String> sent() throws Exception {
    List<String> sent = new ArrayList<>();
    for (var record : harness.extractOutputStreamRecords()) {
      var either = record.getValue();
      sent.add(
          record.getTimestamp()
              + (either.isLeft() ? " row " + either.left() : " sum " + sum(either.right())));
    }
    harness.getOutput().clear();
    return sent;
  }

  private static String sum(Tuple2<String, byte[]> partial) throws Exception {
    DataInputDeserializer in = new DataInputDeserializer(partial.f1);
    int rows = in.readInt();
    return ROWS.deserialize(in) + " of " + rows;
  }

  @Test
  void shouldSendASumBeforeEachWatermark() throws Exception {
    row("a", 1, 1);
    assertEquals(List.of("1 row (a,1)"), sent());
    row("a", 2, 2);
    row("a", 3, 9);
    row("a", 4, 15);
    assertEquals(List.of("0 sum (a,5) of 2"), sent());
    harness.processWatermark(5);
    assertEquals("Watermark @ 5", last());
    assertEquals(List.of("10 sum (a,4) of 1"), sent());
    row("a", 5, 16);
    assertEquals(List.of(), sent());
    assertEquals(4, OperatorMetrics.count(harness.getOperator(), "rowsCombined"));
  }

  private String last() {
    return harness.getOutput().toArray()[harness.getOutput().size() - 1].toString();
  }

  @Test
  void shouldHoldNothingAcrossACheckpointOrTheEnd() throws Exception {
    row("a", 1, 1);
    row("a", 2, 2);
    harness.getOperator().prepareSnapshotPreBarrier(1);
    assertEquals(List.of("1 row (a,1)", "0 sum (a,2) of 1"), sent());
    row("a", 3, 3);
    harness.endInput();
    harness.getOperator().finish();
    assertEquals(List.of("0 sum (a,3) of 1"), sent());
  }

  /** The window from −10 to 10 is due at 9. Its late rows emit its result again, one by one. */
  @Test
  void shouldSendRowsOfWindowsThatAreDue() throws Exception {
    row("a", 1, 8);
    harness.processWatermark(9);
    sent();
    row("a", 2, 8);
    assertEquals(List.of("8 row (a,2)"), sent());
    row("a", 3, 12);
    row("a", 4, 9);
    assertEquals(List.of("9 row (a,4)"), sent());
  }

  /** Other tasks may have passed the watermark of an idle input. */
  @Test
  void shouldSendAllRowsAfterTheInputWasIdle() throws Exception {
    row("a", 1, 1);
    row("a", 2, 2);
    harness.processWatermarkStatus(WatermarkStatus.IDLE);
    assertEquals(List.of("1 row (a,1)", "0 sum (a,2) of 1"), sent());
    harness.processWatermarkStatus(WatermarkStatus.ACTIVE);
    row("a", 3, 3);
    row("a", 4, 3);
    assertEquals(List.of("3 row (a,3)", "3 row (a,4)"), sent());
  }

  /** The windows restore a watermark that was on its way to them, and get no new one yet. */
  @Test
  void shouldContinueAtTheWatermarkOfAnUnalignedCheckpoint() throws Exception {
    openUnaligned(null);
    harness.processWatermark(9);
    OperatorSubtaskState checkpoint = harness.snapshot(1, 1);
    openUnaligned(checkpoint);
    harness.processWatermark(-5);
    sent();
    row("a", 1, 8);
    row("a", 2, 8);
    assertEquals(List.of("8 row (a,1)", "8 row (a,2)"), sent());
    row("a", 3, 12);
    row("a", 4, 13);
    harness.processWatermark(15);
    assertEquals(List.of("12 row (a,3)", "10 sum (a,4) of 1"), sent());
  }

  private void openUnaligned(OperatorSubtaskState checkpoint) throws Exception {
    close();
    harness = harness((a, b) -> Tuple2.of(a.f0, a.f1 + b.f1));
    harness.getEnvironment().getJobConfiguration().set(CheckpointingOptions.ENABLE_UNALIGNED, true);
    if (checkpoint != null) {
      harness.initializeState(checkpoint);
    }
    harness.open();
  }

  /** So that a savepoint can be restored without two phases. */
  @Test
  void shouldHaveNoStateWithAlignedCheckpoints() throws Exception {
    harness.processWatermark(9);
    assertFalse(harness.snapshot(1, 1).hasState());
  }

  @Test
  void shouldGiveTheSlotToAnotherKey() throws Exception {
    for (int i = 0; i < 3; i++) {
      row("a", 1, 1);
    }
    // Many keys, of which some have the same slot.
    for (int i = 0; i < 20_000; i++) {
      row("k" + i, 1, 1);
    }
    List<String> sent = sent();
    assertTrue(sent.contains("0 sum (a,2) of 2"), "a has kept its slot");
    assertEquals(20_000 + 2, sent.size());
    row("a", 5, 1);
    assertEquals(List.of("1 row (a,5)"), sent());
  }

  /** The function returns the row itself. */
  @Test
  void shouldKeepNoRowThatIsOverwritten() throws Exception {
    close();
    open((a, b) -> b.f1 > a.f1 ? b : a, true);
    Tuple2<String, Long> reused = Tuple2.of("a", 0L);
    for (long value : new long[] {1, 5, 9, 2}) {
      reused.f1 = value;
      harness.processElement(reused, 3);
    }
    harness.processWatermark(5);
    assertEquals("0 sum (a,9) of 3", sent().get(1));
  }
}
