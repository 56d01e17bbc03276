package dev.finestra.spark.internal.types

import java.util.{List => JList, Map => JMap}

import dev.finestra.aggregation.{ResultType => CoreResult}
import dev.finestra.aggregation.ResultType.Single
import dev.finestra.spark.internal.JavaCollections._
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.types._

/** The Spark type of an aggregation's results, and the conversion into Spark's internal form. */
private[spark] sealed abstract class ResultConversion extends Serializable {
  def spark: DataType

  /** A result in Spark's internal form; null stays null. */
  final def toSpark(result: Any): Any =
    if (result == null) null else convert(result.asInstanceOf[AnyRef])

  protected def convert(result: AnyRef): Any
}

private[spark] object ResultConversion {

  /** A single value. */
  final case class One(column: ColumnType) extends ResultConversion {
    override def spark: DataType = column.spark
    override protected def convert(result: AnyRef): Any = column.out(result)
  }

  /** A `BigDecimal`. */
  final case class Exact(spark: DecimalType) extends ResultConversion {
    override protected def convert(result: AnyRef): Any =
      Decimal(result.asInstanceOf[java.math.BigDecimal], spark.precision, spark.scale)
  }

  /** A list of elements of one type: an array. */
  final case class Many(each: ResultConversion) extends ResultConversion {
    override def spark: DataType = ArrayType(each.spark, containsNull = false)
    override protected def convert(result: AnyRef): Any =
      new GenericArrayData(result.asInstanceOf[JList[_]].asScala.map(each.toSpark).toArray[Any])
  }

  /** A map, or a list with a type for each place: a struct. */
  final case class Fields(fields: Seq[(String, ResultConversion)]) extends ResultConversion {
    override def spark: DataType =
      StructType(fields.map { case (name, each) => StructField(name, each.spark) })

    override protected def convert(result: AnyRef): Any = {
      val values = result match {
        case map: JMap[_, _] => fields.map { case (name, each) => each.toSpark(map.get(name)) }
        case list            =>
          fields.zip(list.asInstanceOf[JList[_]].asScala).map { case ((_, each), value) =>
            each.toSpark(value)
          }
      }
      new GenericInternalRow(values.toArray[Any])
    }
  }

  /** The conversion of a result's type.
    *
    * @param value
    *   the type of those single values that are values or sums of the column
    * @param isOwn
    *   whether the single value of this field is a value or a sum of the column; the field's name
    *   is empty outside maps
    */
  def of(result: CoreResult, value: ColumnType, isOwn: String => Boolean): ResultConversion = {
    def plain(field: String, column: ColumnType): ResultConversion =
      One(if (isOwn(field) && value.value == column.value) value else column)
    def go(field: String, result: CoreResult): ResultConversion = result match {
      case Single.LONG             => plain(field, ColumnType.long)
      case Single.DOUBLE           => plain(field, ColumnType.double)
      case Single.STRING           => plain(field, ColumnType.string)
      case Single.BOOLEAN          => One(ColumnType.boolean)
      case d: CoreResult.Decimal   => Exact(DecimalType(d.precision, d.scale))
      case list: CoreResult.ListOf => Many(go(field, list.element))
      case list: CoreResult.Places =>
        Fields(list.elements.asScala.toSeq.zipWithIndex.map { case (each, i) =>
          s"_${i + 1}" -> go(field, each)
        })
      case map: CoreResult.Fields =>
        Fields(map.fields.asScala.toSeq.map { case (name, each) => name -> go(name, each) })
    }
    go("", result)
  }
}
