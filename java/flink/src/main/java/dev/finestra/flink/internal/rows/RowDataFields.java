package dev.finestra.flink.internal.rows;

import dev.finestra.flink.Field;
import java.util.List;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.RowData.FieldGetter;
import org.apache.flink.table.data.conversion.DataStructureConverter;
import org.apache.flink.table.data.conversion.DataStructureConverters;
import org.apache.flink.table.types.DataType;

/** Reads the columns of SQL's rows, as Flink's runtime has them. */
public final class RowDataFields {
  private RowDataFields() {}

  /**
   * The column of this name.
   *
   * @throws IllegalArgumentException when there is none; the message lists the columns
   */
  public static InputFields.Typed<RowData> of(DataType rows, String name) {
    List<String> names = DataType.getFieldNames(rows);
    int index = names.indexOf(name);
    if (index < 0) {
      throw InputFields.noField(name, names);
    }
    // The row's type may name Flink's internal classes, so this is the type with the usual ones.
    DataType column = DataTypes.of(DataType.getFieldDataTypes(rows).get(index).getLogicalType());
    return InputFields.typed(
        name, "the field '" + name + "'", reader(column, index), TableRowFields.type(column));
  }

  private static Field<RowData, ?> reader(DataType column, int index) {
    FieldGetter getter = RowData.createFieldGetter(column.getLogicalType(), index);
    DataStructureConverter<Object, Object> converter = DataStructureConverters.getConverter(column);
    return converter.isIdentityConversion()
        ? getter::getFieldOrNull
        : row -> converter.toExternalOrNull(getter.getFieldOrNull(row));
  }

  /** The milliseconds of a time attribute. */
  public static long time(RowData row, int field) {
    if (row.isNullAt(field)) {
      throw new IllegalStateException(
          "The time attribute of a row is NULL. Filter such rows out before the window, or replace"
              + " NULL by a time");
    }
    return row.getTimestamp(field, 3).getMillisecond();
  }
}
