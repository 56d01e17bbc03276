package dev.finestra.flink.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.DamagedStateTest;
import dev.finestra.flink.internal.table.FifoAccumulator;
import dev.finestra.flink.internal.table.FifoAccumulatorSerializer;
import dev.finestra.flink.internal.table.GroupAccumulator;
import dev.finestra.flink.internal.table.GroupAccumulatorSerializer;
import dev.finestra.testing.Trials;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshotSerializationUtil;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/**
 * The accumulators of the SQL functions are serialized, restored with the serializer of a
 * savepoint, and copied between rows. They give the same results as accumulators that stay in
 * memory.
 */
class AccumulatorsTest {
  private static final List<String> LONGS = List.of("max", "sum", "collect", "mean", "count");
  private static final List<String> TEXTS = List.of("max", "concat", "first", "count_distinct");

  @Test
  void shouldGiveTheSameResultsAfterRetractions() {
    Trials.run(
        300,
        20_000,
        "histories of added and retracted rows",
        (seed, only) -> {
          Random random = new Random(seed);
          boolean isText = random.nextBoolean();
          FinestraAgg function = (FinestraAgg) new FinestraAgg().over(types(isText), null);
          String name = name(random, isText);
          FifoAccumulator kept = function.createAccumulator();
          FifoAccumulator stored = function.createAccumulator();
          Queue<Object> rows = new ArrayDeque<>();
          for (int i = 0; i < 60; i++) {
            if (random.nextInt(3) > 0 || rows.isEmpty()) {
              Object value = value(random, isText);
              function.accumulate(kept, name, value);
              function.accumulate(stored, name, value);
              if (value != null) {
                rows.add(value);
              }
            } else {
              Object oldest = rows.remove();
              function.retract(kept, name, oldest);
              function.retract(stored, name, oldest);
            }
            stored = turned(random, stored, FifoAccumulatorSerializer.INSTANCE);
            assertEquals(function.getValue(kept), function.getValue(stored), name);
          }
        });
  }

  @Test
  void shouldGiveTheSameResultsAfterMerges() {
    Trials.run(
        300,
        20_000,
        "histories of groups",
        (seed, only) -> {
          Random random = new Random(seed);
          boolean isText = random.nextBoolean();
          FinestraGroupAgg function =
              (FinestraGroupAgg) new FinestraGroupAgg().over(types(isText), null);
          String name = name(random, isText);
          GroupAccumulator kept = function.createAccumulator();
          GroupAccumulator stored = function.createAccumulator();
          for (int i = 0; i < 60; i++) {
            GroupAccumulator more = random.nextInt(5) == 0 ? function.createAccumulator() : null;
            Object value = value(random, isText);
            function.accumulate(more == null ? kept : more, name, value);
            if (more == null) {
              function.accumulate(stored, name, value);
            } else {
              function.merge(kept, List.of(more));
              function.merge(
                  stored, List.of(turned(random, more, GroupAccumulatorSerializer.INSTANCE)));
            }
            stored = turned(random, stored, GroupAccumulatorSerializer.INSTANCE);
            assertEquals(function.getValue(kept), function.getValue(stored), name);
          }
        });
  }

  @Test
  void shouldRefuseAnotherVersion() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(16);
    FifoAccumulatorSerializer.INSTANCE.serialize(
        new FifoAccumulator("max", new ArrayDeque<>()), out);
    byte[] bytes = out.getCopyOfBuffer();
    bytes[0] = 9;
    String refused =
        assertThrows(
                IOException.class,
                () ->
                    FifoAccumulatorSerializer.INSTANCE.deserialize(
                        new DataInputDeserializer(bytes)))
            .getMessage();
    assertTrue(refused.contains("has version 9; this build reads version 1"), refused);
  }

  @Test
  void shouldRefuseDamage() throws Exception {
    FinestraAgg rows = (FinestraAgg) new FinestraAgg().over(types(true), null);
    FifoAccumulator values = rows.createAccumulator();
    FinestraGroupAgg numbers = (FinestraGroupAgg) new FinestraGroupAgg().over(types(false), null);
    GroupAccumulator group = numbers.createAccumulator();
    for (long i = 1; i < 4; i++) {
      rows.accumulate(values, "max", "ö" + i);
      numbers.accumulate(group, "kurtosis", i);
    }
    DamagedStateTest.refuseDamage(FifoAccumulatorSerializer.INSTANCE, values);
    DamagedStateTest.refuseDamage(GroupAccumulatorSerializer.INSTANCE, group);
  }

  private static List<TypeInformation<?>> types(boolean isText) {
    return List.of(isText ? Types.STRING : Types.LONG);
  }

  private static String name(Random random, boolean isText) {
    List<String> names = isText ? TEXTS : LONGS;
    return names.get(random.nextInt(names.size()));
  }

  private static Object value(Random random, boolean isText) {
    if (random.nextInt(6) == 0) {
      return null;
    }
    long number = random.nextInt(9) - 4;
    return isText ? (Object) ("ö" + number) : (Object) number;
  }

  /** An equal accumulator: serialized and read again, copied, or the same object. */
  private static <A> A turned(Random random, A accumulator, TypeSerializer<A> serializer)
      throws IOException {
    return switch (random.nextInt(4)) {
      case 0 -> serializer.copy(accumulator);
      case 1 -> {
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(
            out, serializer.snapshotConfiguration());
        serializer.serialize(accumulator, out);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        TypeSerializerSnapshot<A> snapshot =
            TypeSerializerSnapshotSerializationUtil.readSerializerSnapshot(
                in, AccumulatorsTest.class.getClassLoader());
        A read = snapshot.restoreSerializer().deserialize(in);
        assertEquals(0, in.available(), "bytes after the accumulator");
        yield read;
      }
      default -> accumulator;
    };
  }
}
