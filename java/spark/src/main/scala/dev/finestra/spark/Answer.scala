package dev.finestra.spark

import java.lang.{Boolean => JBoolean, Double => JDouble, Long => JLong}
import java.util.{List => JList, Map => JMap}

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.types._

/** The Spark type of an aggregation's answer, and the way from the one to the other. */
private[spark] sealed abstract class Answer extends Serializable {
  def spark: DataType

  /** The answer as Spark has it inside; null stays null. */
  final def of(answer: Any): Any =
    if (answer == null) null else convert(answer.asInstanceOf[AnyRef])

  protected def convert(answer: AnyRef): Any
}

private[spark] object Answer {

  /** A single value. */
  final case class One(column: ColumnType) extends Answer {
    override def spark: DataType = column.spark
    override protected def convert(answer: AnyRef): Any = column.out(answer)
  }

  /** A list of answers of one type. */
  final case class Many(each: Answer) extends Answer {
    override def spark: DataType = ArrayType(each.spark, containsNull = false)
    override protected def convert(answer: AnyRef): Any =
      new GenericArrayData(answer.asInstanceOf[JList[_]].asScala.map(each.of).toArray[Any])
  }

  /** Answers under names: a map's, or one for each place of a list. */
  final case class Fields(fields: Seq[(String, Answer)]) extends Answer {
    override def spark: DataType =
      StructType(fields.map { case (name, answer) => StructField(name, answer.spark) })

    override protected def convert(answer: AnyRef): Any = {
      val values = answer match {
        case map: JMap[_, _] => fields.map { case (name, each) => each.of(map.get(name)) }
        case list            =>
          fields.zip(list.asInstanceOf[JList[_]].asScala).map { case ((_, each), value) =>
            each.of(value)
          }
      }
      new GenericInternalRow(values.toArray[Any])
    }
  }

  /** The type of what an example of an answer is an example of.
    *
    * @param value
    *   the type of the single values in it that are the column's own; those of counts and
    *   statistics are what the window says
    * @param isOwn
    *   whether the single value under this name, empty where it has none, is the column's own
    */
  def like(name: String, example: Any, value: ColumnType, isOwn: String => Boolean): Answer = {
    def plain(field: String, column: ColumnType): Answer =
      One(if (isOwn(field) && value.value == column.value) value else column)
    def go(field: String, example: Any): Answer = example match {
      case _: JLong                        => plain(field, ColumnType.long)
      case _: JDouble                      => plain(field, ColumnType.double)
      case _: String                       => plain(field, ColumnType.string)
      case _: JBoolean                     => One(ColumnType.boolean)
      case list: JList[_] if !list.isEmpty => Many(go(field, list.get(0)))
      case map: JMap[_, _] if !map.isEmpty =>
        Fields(map.asScala.toSeq.map { case (key, each) => s"$key" -> go(s"$key", each) })
      case other =>
        throw new IllegalArgumentException(
          s"what $name answers has no type in Spark: of a few values it answers $other; Spark " +
            "takes answers that are Long, Double, Boolean, String, a List of one of them, or a Map"
        )
    }
    go("", example)
  }
}
