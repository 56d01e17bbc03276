package dev.finestra.flink.internal.rows;

import dev.finestra.flink.internal.rows.InputFields.Read;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.StringUtils;

/**
 * Fields of Avro's generic records. This class is loaded only for a stream of such records, because
 * Avro comes with the job that needs it.
 *
 * <p>Strings and enums are read as strings; dates, times and instants as the numbers that Avro
 * stores, as Flink's own type does. In a union with null, the other type counts.
 */
final class AvroRecordFields {
  private AvroRecordFields() {}

  static <T> Read<T> read(TypeInformation<T> type, String name) {
    Schema schema = schema(type);
    Schema.Field field = schema.getField(name);
    if (field == null) {
      throw InputFields.noField(name, schema.getFields().stream().map(Schema.Field::name).toList());
    }
    Schema values = notNull(field.schema());
    return switch (values.getType()) {
      case INT -> read(name, Types.INT);
      case LONG -> read(name, Types.LONG);
      case FLOAT -> read(name, Types.FLOAT);
      case DOUBLE -> read(name, Types.DOUBLE);
      case BOOLEAN -> read(name, Types.BOOLEAN);
      case STRING, ENUM -> new Read<>(element -> text(value(element, name)), Types.STRING);
      default ->
          throw new IllegalArgumentException(
              ("The field '%s' is of Avro's type %s. Only numbers, strings, enums and booleans,"
                      + " nullable or not, can be read by name; give a selector, such as e ->"
                      + " (Double) e.get(\"price\")")
                  .formatted(name, values));
    };
  }

  private static <T> Read<T> read(String name, TypeInformation<?> values) {
    return new Read<>(element -> value(element, name), values);
  }

  private static Object value(Object element, String name) {
    return ((GenericRecord) element).get(name);
  }

  private static String text(Object value) {
    return value == null ? null : value.toString();
  }

  private static Schema notNull(Schema schema) {
    if (schema.isUnion() && schema.getTypes().size() == 2 && schema.isNullable()) {
      return schema.getTypes().get(schema.getTypes().get(0).getType() == Schema.Type.NULL ? 1 : 0);
    }
    return schema;
  }

  /** Flink's type does not expose its schema; its serializer writes class and schema into state. */
  private static Schema schema(TypeInformation<?> type) {
    try {
      DataOutputSerializer out = new DataOutputSerializer(512);
      type.createSerializer(new SerializerConfigImpl()).snapshotConfiguration().writeSnapshot(out);
      DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
      StringUtils.readString(in);
      return new Schema.Parser().parse(StringUtils.readString(in));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
