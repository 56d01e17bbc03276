package dev.finestra.flink;

import dev.finestra.flink.Fields.Read;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.StringUtils;

/**
 * Fields of Avro's generic records by name. The class is loaded where a stream has such records
 * alone, since Avro comes with the job that needs it.
 *
 * <p>Texts and enums are read as strings; dates, times and instants as the numbers that Avro writes
 * of them, which is what Flink's type has. What a union with null has beside it is the field's
 * type.
 */
final class AvroFields {
  private AvroFields() {}

  /** The field of this name; refuses one that is not there with those that are. */
  static <T> Read<T> read(TypeInformation<T> type, String name) {
    Schema schema = schema(type);
    Schema.Field field = schema.getField(name);
    if (field == null) {
      throw new IllegalArgumentException(
          "there is no field '"
              + name
              + "'; the elements have "
              + schema.getFields().stream()
                  .map(Schema.Field::name)
                  .collect(Collectors.joining("', '", "'", "'")));
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
              "the field '"
                  + name
                  + "' is of Avro's type "
                  + values
                  + "; read by name are numbers, texts, enums and truth values, each or null;"
                  + " give a selector, as e -> (Double) e.get(\"price\")");
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

  /** The type tells its schema by what its serializer writes into a savepoint: class and schema. */
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
