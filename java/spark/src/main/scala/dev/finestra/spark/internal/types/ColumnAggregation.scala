package dev.finestra.spark.internal.types

import java.util.{List => JList}

import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.aggregation.AggregationForm.ResultUnit
import dev.finestra.aggregation.ResolvedAggregation.InputColumn
import dev.finestra.aggregation.{Aggregation, Aggregations}
import dev.finestra.internal.aggregation.decimals.SumOfDecimals
import dev.finestra.internal.name.Name
import dev.finestra.spark.internal.JavaCollections._
import org.apache.spark.sql.types._

/** An aggregation that was named for columns of Spark types.
  *
  * @param aggregation
  *   the aggregation of core's catalog
  * @param columns
  *   how the values of each column are converted for it
  * @param result
  *   how its results are converted for Spark
  * @param isNullOfNothing
  *   whether SQL expects null when there is no value, where the aggregation returns its identity
  */
private[spark] final case class ColumnAggregation(
    aggregation: Aggregation[Object],
    columns: Seq[ColumnType],
    result: ResultConversion,
    isNullOfNothing: Boolean
) {

  /** The result if there is no value, before its conversion. */
  def ofNothing: Object = if (isNullOfNothing) null else aggregation.empty
}

private[spark] object ColumnAggregation {

  /** The most digits of a decimal whose sum stays within 64 bits for any number of rows. */
  private val SumDigits = 9

  /** The digits that a double holds. */
  private val DoubleDigits = 15

  /** The fields that are values, for results that also contain counts. */
  private val ValueFields = Map("frequent_items" -> Set("item"))

  /** Resolves a name; rejects one that does not fit the columns, with the names that would. Without
    * a column, `count` counts rows: it aggregates a constant.
    */
  def of(text: String, types: Seq[DataType]): ColumnAggregation = {
    if (types.isEmpty) Aggregations.resolve(text, JList.of())
    ofColumns(text, if (types.isEmpty) Seq(LongType) else types)
  }

  private def ofColumns(text: String, types: Seq[DataType]): ColumnAggregation = {
    val named = Name.parse(text)
    val isRounded = goesByDoubles(named, types)
    val name = if (isRounded) named else withDecimalSums(named, types)
    val members = membersOf(name)
    val declared = types.map(column(name, members, isRounded, _))
    declared.foreach(checkMembers(members, _))
    if (name.base.startsWith("arg_")) declared.tail.foreach(checkOrder(name, _))
    val described = declared.zipWithIndex.map { case (column, i) =>
      new InputColumn(s"column ${i + 1} (${column.spark.sql})", column.value)
    }
    val resolved = Aggregations.resolve(s"$name", described.asJava)
    val columns = declared.zip(resolved.columns.asScala).map { case (column, needed) =>
      if (column.value == needed) column else widened(name, column)
    }
    val aggregation = resolved.aggregation.asInstanceOf[Aggregation[Object]]
    val result = conversion(name, aggregation, columns)
    ColumnAggregation(aggregation, columns, result, resolved.isNullOfNothingInSql)
  }

  /** The members of a tuple; otherwise the aggregation itself. */
  private def membersOf(name: Name): Seq[Name] =
    if (name.base == "tuple") name.parameters.asScala.toSeq.flatMap(membersOf) else Seq(name)

  private def unit(name: Name): ResultUnit = Aggregations.form(name.base).unit

  /** Replaces `sum` by the sum of decimals where 64 bits may not hold it. */
  private def withDecimalSums(name: Name, types: Seq[DataType]): Name =
    types.headOption match {
      case Some(d: DecimalType) if d.precision > SumDigits =>
        val parameters = name.parameters.asScala.map(withDecimalSums(_, types)).asJava
        new Name(if (name.base == "sum") SumOfDecimals.NAME else name.base, parameters)
      case _ => name
    }

  /** Whether decimals are converted to doubles, because a member or another column has doubles. */
  private def goesByDoubles(name: Name, types: Seq[DataType]): Boolean =
    membersOf(name).exists(unit(_) == ResultUnit.OTHER) ||
      (!name.base.startsWith("arg_") && types.exists(t => t == DoubleType || t == FloatType))

  private def column(
      name: Name,
      members: Seq[Name],
      isRounded: Boolean,
      spark: DataType
  ): ColumnType = spark match {
    case d: DecimalType if isRounded =>
      members.find(unit(_) == ResultUnit.VALUE).filter(_ => d.precision > DoubleDigits).foreach {
        member =>
          throw new IllegalArgumentException(
            s"'$member' returns values of ${d.sql}, but '$name' converts the column to doubles, " +
              s"which hold $DoubleDigits digits. Call '$member' separately, or cast the column to " +
              "DOUBLE."
          )
      }
      new ColumnType.Rounded(d)
    case d: DecimalType if !ColumnType.isNarrow(d) =>
      members.find(m => !Aggregations.form(m.base).inputs.contains(ValueType.STRING)).foreach {
        member =>
          throw new IllegalArgumentException(
            s"'$member' accepts decimals of at most 18 digits, not ${d.sql}. Cast the column to " +
              s"DECIMAL(18,${math.min(d.scale, 18)}) or to DOUBLE."
          )
      }
      ColumnType.of(s"$name", d)
    case other => ColumnType.of(s"$name", other)
  }

  /** Rejects members that would give a wrong meaning to 64-bit integers or strings that stand for
    * something else, such as the sum of timestamps.
    */
  private def checkMembers(members: Seq[Name], column: ColumnType): Unit =
    if (!column.isNumber && column.value == ValueType.LONG) {
      members.find(m => !accepts(m.base, column)).foreach { member =>
        throw new IllegalArgumentException(
          s"'$member' does not accept ${column.spark.sql}; use one of " +
            Aggregations.names.asScala.filter(accepts(_, column)).mkString(", ")
        )
      }
    } else if (column == ColumnType.string && members.exists(_.base == SumOfDecimals.NAME)) {
      throw new IllegalArgumentException(
        s"'${SumOfDecimals.NAME}' accepts decimals and integers, not STRING; cast the column to " +
          "DECIMAL."
      )
    }

  private def checkOrder(name: Name, by: ColumnType): Unit = by.spark match {
    case d: DecimalType if !ColumnType.isNarrow(d) =>
      throw new IllegalArgumentException(
        s"'$name' orders by decimals of at most 18 digits, not ${d.sql}; cast the column to DOUBLE."
      )
    case _ =>
  }

  private def accepts(base: String, column: ColumnType): Boolean =
    Aggregations.form(base).unit match {
      case ResultUnit.VALUE | ResultUnit.COUNT => true
      case _ if column == ColumnType.boolean   => base == "bool_and" || base == "bool_or"
      case _                                   => base == "range"
    }

  /** The conversion to double of a column of integers, where another column has doubles. */
  private def widened(name: Name, column: ColumnType): ColumnType =
    if (column.isNumber) new ColumnType.Widened(column)
    else
      throw new IllegalArgumentException(
        s"'$name' accepts numbers, not ${column.spark.sql}; cast the column to DOUBLE."
      )

  private def conversion(
      name: Name,
      all: Aggregation[Object],
      columns: Seq[ColumnType]
  ): ResultConversion =
    if (name.base == "tuple") {
      val members = name.parameters.asScala.toSeq
      val each =
        members.map(m => Aggregations.of(m.toString, all.input).asInstanceOf[Aggregation[Object]])
      val widths = each.map(_.columns)
      val areSeparate = columns.size == widths.sum && columns.size != widths.max
      val starts = if (areSeparate) widths.scanLeft(0)(_ + _) else widths.map(_ => 0)
      ResultConversion.Fields(distinct(members.indices.map { i =>
        val own = columns.slice(starts(i), starts(i) + widths(i))
        s"${members(i)}".replace(SumOfDecimals.NAME, "sum") -> conversion(members(i), each(i), own)
      }))
    } else {
      val column = columns.head
      val value = name.base match {
        case SumOfDecimals.NAME                => column.digits
        case _ if unit(name) == ResultUnit.SUM => column.sum
        case _                                 => column
      }
      val isValue = unit(name) == ResultUnit.VALUE || unit(name) == ResultUnit.SUM
      ResultConversion.of(
        all.result,
        value,
        field => isValue && ValueFields.get(name.base).forall(_(field))
      )
    }

  private def distinct(fields: Seq[(String, ResultConversion)]): Seq[(String, ResultConversion)] =
    fields.zipWithIndex.map { case ((name, each), i) =>
      val earlier = fields.take(i).count(_._1 == name)
      (if (earlier == 0) name else s"${name}_${earlier + 1}") -> each
    }
}
