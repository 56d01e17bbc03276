package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Fields of Avro's generic records are read by name. */
class AvroTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  private static final Schema SIDE = SchemaBuilder.enumeration("Side").symbols("BUY", "SELL");
  private static final Schema TRADE =
      SchemaBuilder.record("Trade")
          .fields()
          .requiredString("symbol")
          .requiredLong("time")
          .optionalDouble("price")
          .requiredInt("pieces")
          .name("isOpen")
          .type()
          .booleanType()
          .noDefault()
          .name("side")
          .type(SIDE)
          .noDefault()
          .requiredBytes("raw")
          .requiredFloat("rate")
          .optionalString("note")
          .name("at")
          .type(LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG)))
          .noDefault()
          .endRecord();

  @Test
  void shouldReadFieldsByName() throws Exception {
    Map<String, Object> answers = new LinkedHashMap<>();
    answers.put("most", List.of("max", "price"));
    answers.put("pieces", List.of("sum", "pieces"));
    answers.put("open", List.of("bool_and", "isOpen"));
    answers.put("side", List.of("last", "side"));
    answers.put("newest", List.of("max", "time"));
    answers.put("rates", List.of("sum", "rate"));
    answers.put("note", List.of("first", "note"));
    answers.put("at", List.of("max", "at"));
    List<Row> rows = new ArrayList<>();
    Finestra.keyed(trades(), "symbol")
        .window(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
        .aggregate(answers)
        .executeAndCollect()
        .forEachRemaining(rows::add);
    assertEquals(1, rows.size());
    Row row = rows.get(0);
    assertEquals("a", row.getField("symbol"));
    assertEquals(2.5, row.getField("most"));
    assertEquals(3L, row.getField("pieces"));
    assertEquals(true, row.getField("open"));
    assertEquals("SELL", row.getField("side"));
    assertEquals(2L, row.getField("newest"));
    assertEquals(1.0, row.getField("rates"));
    assertEquals("new", row.getField("note"));
    assertEquals(1_700_000_000_000_002L, row.getField("at"));
  }

  @Test
  void shouldRefuseMissingFieldsAndUnsupportedTypes() {
    assertRefused("prize", "'symbol', 'time', 'price'");
    assertRefused("raw", "bytes");
  }

  private static void assertRefused(String field, String says) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                Finestra.keyed(trades(), "symbol")
                    .window(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
                    .aggregate("max", field));
    assertTrue(refused.getMessage().contains(says), refused.getMessage());
  }

  private static DataStream<GenericRecord> trades() {
    return StreamExecutionEnvironment.getExecutionEnvironment()
        .fromData(
            List.of(trade(1, 2.5, 1, "BUY"), trade(2, null, 2, "SELL")),
            new GenericRecordAvroTypeInfo(TRADE))
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<GenericRecord>forMonotonousTimestamps()
                .withTimestampAssigner((trade, t) -> (Long) trade.get("time")));
  }

  private static GenericRecord trade(long time, Double price, int pieces, String side) {
    return new GenericRecordBuilder(TRADE)
        .set("symbol", "a")
        .set("time", time)
        .set("price", price)
        .set("pieces", pieces)
        .set("isOpen", true)
        .set("side", new GenericData.EnumSymbol(SIDE, side))
        .set("raw", ByteBuffer.allocate(0))
        .set("rate", 0.5f)
        .set("note", price == null ? "new" : null)
        .set("at", 1_700_000_000_000_000L + time)
        .build();
  }
}
