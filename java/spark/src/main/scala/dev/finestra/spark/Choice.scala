package dev.finestra.spark

import java.math.BigInteger

import scala.jdk.CollectionConverters._

import dev.finestra.Finestra
import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.aggregation.{Aggregation, Aggregations}
import dev.finestra.name.Name
import org.apache.spark.sql.types._

/** An aggregation chosen by name over columns of Spark types: which one of core's it is, how a row
  * goes into its window, and what type its answer has.
  */
private[spark] final case class Choice(
    aggregation: Aggregation[Object],
    columns: Seq[ColumnType],
    answer: Answer,
    isNullOfNothing: Boolean
)

private[spark] object Choice {

  /** What the answers of these are, or contain: values of the column. */
  private val Values = Set("min", "max", "first", "last", "arg_min", "arg_max", "top_k", "m4") ++
    Set("collect", "collect_distinct", "quantile", "frequent_items")

  /** What the answers of these are: sums and distances of the column's values. */
  private val Sums = Set("sum", "sum_wrapping", "range", SumOfDecimals.NAME)

  /** Digits of which no number of rows makes a sum beyond 64 bits. */
  private val SumDigits = 9

  /** What the answers of these are: counts, of values of any kind. */
  private val Counts =
    Set("count", "count_distinct", "min_count", "max_count", "hll", "theta", "bloom")

  /** Digits that a double holds. */
  private val DoubleDigits = 15

  /** Names of the values among the fields of an answer that has also counts. */
  private val Own = Map("frequent_items" -> Set("item"))

  /** Chooses; refuses what does not fit with the names that do. */
  def of(text: String, types: Seq[DataType]): Choice = {
    val asked = Name.parse(text)
    val isRounded = goesByDoubles(asked, types)
    val name = if (isRounded) asked else withDecimalSums(asked, types)
    val members = membersOf(name)
    val columns = types.map(column(name, members, isRounded, _))
    columns.foreach(checkKind(name, members, _))
    val aggregation = make(withTypeOfBy(name, columns), columns)
    val row = aggregation.row(columns.size).asScala.toSeq
    val fitted = columns.zip(row).zipWithIndex.map { case ((given, wanted), i) =>
      fit(aggregation, given, wanted, i)
    }
    val isNullOfNothing =
      name.base == SumOfDecimals.NAME || Aggregations.isNullOfNothingInSql(name)
    Choice(aggregation, fitted, answer(name, aggregation, fitted), isNullOfNothing)
  }

  /** A tuple's members, which take the same values; else the one aggregation itself. */
  private def membersOf(name: Name): Seq[Name] =
    if (name.base == "tuple") name.parameters.asScala.toSeq.flatMap(membersOf) else Seq(name)

  /** Says of sums which of them are of more digits than 64 bits may have. */
  private def withDecimalSums(name: Name, types: Seq[DataType]): Name =
    types.headOption match {
      case Some(d: DecimalType) if d.precision > SumDigits =>
        val parameters = name.parameters.asScala.map(withDecimalSums(_, types)).asJava
        new Name(if (name.base == "sum") SumOfDecimals.NAME else name.base, parameters)
      case _ => name
    }

  /** Whether decimals become doubles: for one of the members, or for another column, that need
    * them.
    */
  private def goesByDoubles(name: Name, types: Seq[DataType]): Boolean =
    !membersOf(name).forall(m => (Values ++ Sums ++ Counts)(m.base)) ||
      (!name.base.startsWith("arg_") && types.exists(t => t == DoubleType || t == FloatType))

  private def column(
      name: Name,
      members: Seq[Name],
      isRounded: Boolean,
      spark: DataType
  ): ColumnType = spark match {
    case d: DecimalType if isRounded =>
      members.find(m => Values(m.base) && d.precision > DoubleDigits).foreach { member =>
        throw new IllegalArgumentException(
          s"'$member' answers a value of ${d.sql}, and '$name' takes doubles here, which hold " +
            s"$DoubleDigits digits; ask for '$member' apart, or cast the column to DOUBLE"
        )
      }
      new ColumnType.Rounded(d)
    case d: DecimalType if !ColumnType.isNarrow(d) =>
      members.find(!takesTexts(_)).foreach { member =>
        throw new IllegalArgumentException(
          s"'$member' takes decimals of at most 18 digits, not ${d.sql}; cast the column " +
            s"to DECIMAL(18,${math.min(d.scale, 18)}) or to DOUBLE"
        )
      }
      ColumnType.of(s"$name", d)
    case other => ColumnType.of(s"$name", other)
  }

  private def takesTexts(name: Name): Boolean =
    Aggregations.forms.asScala.find(_.name == name.base).forall(_.inputs.contains(ValueType.STRING))

  private def checkKind(name: Name, members: Seq[Name], column: ColumnType): Unit =
    if (!column.isNumber && column.value == ValueType.LONG) {
      val fit = Values ++ Counts ++
        (if (column == ColumnType.boolean) Set("bool_and", "bool_or") else Set("range"))
      members.find(m => Aggregations.names.contains(m.base) && !fit(m.base)).foreach { member =>
        throw new IllegalArgumentException(
          s"'$member' does not take ${column.spark.sql}; these do: " +
            Aggregations.names.asScala.filter(fit).mkString(", ")
        )
      }
    } else if (column == ColumnType.string && members.exists(_.base == SumOfDecimals.NAME)) {
      throw new IllegalArgumentException(
        s"'${SumOfDecimals.NAME}' takes decimals and integers, not STRING"
      )
    }

  /** Says of arg_min and arg_max which type the column has that they go by. */
  private def withTypeOfBy(name: Name, columns: Seq[ColumnType]): Name =
    if (Set("arg_min", "arg_max")(name.base) && name.parameters.isEmpty && columns.size == 2) {
      val by = if (columns(1).value == ValueType.LONG) "long" else "double"
      Name.parse(s"${name.base}($by)")
    } else {
      name
    }

  private def make(name: Name, columns: Seq[ColumnType]): Aggregation[Object] = {
    val first = columns.headOption.map(_.value).getOrElse(ValueType.LONG)
    val isReal = !name.base.startsWith("arg_") && first == ValueType.LONG &&
      columns.exists(_.value == ValueType.DOUBLE)
    Aggregations
      .of(name, if (isReal) ValueType.DOUBLE else first)
      .asInstanceOf[Aggregation[Object]]
  }

  private def fit(
      aggregation: Aggregation[_],
      column: ColumnType,
      wanted: ValueType,
      index: Int
  ): ColumnType =
    if (column.value == wanted) column
    else if (wanted == ValueType.DOUBLE && column.isNumber) new ColumnType.Widened(column)
    else
      throw new IllegalArgumentException(
        s"column ${index + 1} of ${aggregation.name} holds ${wanted.toString.toLowerCase}s here, " +
          s"not ${column.spark.sql}; cast it to ${ColumnType.of(wanted).spark.sql}"
      )

  private def answer(name: Name, all: Aggregation[Object], columns: Seq[ColumnType]): Answer = {
    val row = all.row(columns.size).asScala.toSeq
    if (name.base == "tuple") {
      val members = name.parameters.asScala.toSeq
      val widths = members.map(m => Aggregations.of(m, all.input).columns)
      val apart = columns.size == widths.sum && columns.size != widths.max
      val starts = if (apart) widths.scanLeft(0)(_ + _) else widths.map(_ => 0)
      val each = members.zip(widths).zip(starts).map { case ((member, width), start) =>
        val own = columns.slice(start, start + width)
        val one = Aggregations.of(member, all.input).asInstanceOf[Aggregation[Object]]
        s"$member".replace(SumOfDecimals.NAME, "sum") -> answer(member, one, own)
      }
      Answer.Fields(distinct(each))
    } else {
      val kind = name.base match {
        case SumOfDecimals.NAME => columns.head.digits
        case sum if Sums(sum)   => columns.head.sum
        case _                  => columns.head
      }
      val own = (field: String) => Own.get(name.base).forall(_(field))
      val isValued = Values(name.base) || Sums(name.base)
      Answer.like(s"$name", example(all, columns, row), kind, field => isValued && own(field))
    }
  }

  private def distinct(fields: Seq[(String, Answer)]): Seq[(String, Answer)] =
    fields.zipWithIndex.map { case ((name, answer), i) =>
      val earlier = fields.take(i).count(_._1 == name)
      (if (earlier == 0) name else s"${name}_${earlier + 1}") -> answer
    }

  /** What an aggregation answers to a few values, so that its type is seen. */
  private def example(
      aggregation: Aggregation[Object],
      columns: Seq[ColumnType],
      row: Seq[ValueType]
  ): Any = {
    val window = Finestra.window("two_stacks", aggregation)
    for ((number, time) <- Seq(1, 2, 4, 3).zipWithIndex) {
      val values = row.zip(columns).zipWithIndex.map { case ((value, column), i) =>
        sample(value, column, if (i == 0) number else number * number)
      }
      window.insert(time.toLong, if (row.size == 1) values.head else values.toArray[AnyRef]: AnyRef)
    }
    window.query()
  }

  private def sample(value: ValueType, column: ColumnType, number: Int): AnyRef = value match {
    case ValueType.LONG                                             => Long.box(number.toLong)
    case ValueType.DOUBLE                                           => Double.box(number.toDouble)
    case ValueType.STRING if column.spark.isInstanceOf[DecimalType] =>
      Digits.text(BigInteger.valueOf(number.toLong))
    case ValueType.STRING => s"$number"
  }
}
