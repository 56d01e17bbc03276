package dev.finestra.spark

import java.util.SplittableRandom

import org.apache.spark.sql.{DataFrame, SparkSession}

/** A random table of a random schema: a number for each row, up to two keys, a column to order by,
  * which has repeated values, and values. Types and names are random; some tables have nulls.
  *
  * Spark computes the values from the row's number, so that a seed always makes the same table.
  */
final class AnyTable(spark: SparkSession, val random: SplittableRandom) {
  import AnyTable._

  private val rows = 1 + random.nextInt(300)
  private val span = 1 + random.nextInt(120)
  private val nulls = if (random.nextBoolean()) 0 else 2 + random.nextInt(6)

  val keys: Seq[Column] =
    Seq.tabulate(random.nextInt(3))(i => column(s"k$i", oneOf(Types: _*), 1 + random.nextInt(4)))
  val order: Column = column("o", oneOf(Orders: _*), span)
  val values: Seq[Column] =
    Seq.tabulate(1 + random.nextInt(4))(i => column(s"v$i", oneOf(Types: _*), 100000))

  def next(): DataFrame = spark
    .range(0L, rows.toLong, 1L, 1 + random.nextInt(4))
    .selectExpr("id" +: (keys ++ Seq(order) ++ values).map(c => s"${c.made} AS ${c.name}"): _*)

  def from(least: Int, most: Int): Int = least + random.nextInt(most - least + 1)

  def oneOf[T](all: T*): T = all(random.nextInt(all.size))

  private def column(plain: String, kind: Kind, different: Int): Column = {
    val salt = random.nextInt(1000000)
    val value = kind.of(s"pmod(xxhash64(id, $salt), $different)")
    val made =
      if (nulls == 0) value else s"if(pmod(hash(id, $salt), $nulls) = 0, NULL, $value)"
    Column(oneOf(plain, s"`$plain of it`", s"`a.$plain`", s"`$plain-ü`"), kind, made)
  }

  /** A random aggregate that does not depend on the order of equal times.
    *
    * @param suffix
    *   an `OVER` clause, or nothing. It follows the aggregate, also inside another function.
    */
  def aggregate(suffix: String): String = {
    val value = oneOf(values: _*)
    val isFiltered = random.nextInt(4) == 0 && (suffix.isEmpty || TestedSpark.hasFilterInOver)
    val filter = if (isFiltered) " FILTER (WHERE pmod(id, 3) > 0)" else ""
    val call = oneOf(value.kind.aggregates ++ OfAll: _*).replace("?", value.name)
    if (call.contains("#")) call.replace("#", filter + suffix) else call + filter + suffix
  }

  /** The SQL of a frame's bound, `by` units after the current row. */
  def end(by: Int, unit: Int => String): String =
    if (by == 0) "CURRENT ROW"
    else s"${unit(math.abs(by))} ${if (by < 0) "PRECEDING" else "FOLLOWING"}"

  /** The specification of a window, with a frame whose start moves. */
  def frame(): String = {
    val by = if (keys.isEmpty) "" else keys.map(_.name).mkString("PARTITION BY ", ", ", " ")
    val direction = oneOf("", "DESC", "NULLS LAST", "DESC NULLS FIRST")
    val units = order.kind.units
    val isRange = units.nonEmpty && random.nextBoolean()
    val ends = Seq(from(-30, 30), from(-30, 30)).sorted
    val to = if (ends.head == ends(1)) ends.head + 1 else ends(1)
    val unit: Int => String = if (isRange) oneOf(units: _*) else n => s"$n"
    val until = oneOf(end(to, unit), end(to, unit), "UNBOUNDED FOLLOWING")
    val last = if (isRange) "" else ", id"
    val kind = if (isRange) "RANGE" else "ROWS"
    s"${by}ORDER BY ${order.name} $direction$last $kind BETWEEN ${end(ends.head, unit)} AND $until"
  }
}

object AnyTable {

  /** A column: `made` is the SQL that computes its value from the row's number. */
  final case class Column(name: String, kind: Kind, made: String)

  /** A type.
    *
    * @param of
    *   the SQL of the value for a number
    * @param aggregates
    *   aggregates of a column `?`; a filter or `OVER` replaces `#`
    * @param units
    *   the distances that a `RANGE` frame can have
    */
  final case class Kind(of: String => String, aggregates: Seq[String], units: Seq[Int => String])

  private val OfAll = Seq("count(?)", "count(*)", "size(collect_list(?)#)") ++
    (if (TestedSpark.isFrom(4, 2)) Seq("max_by(?, id, 2)") else Nil)
  private val Ordered = Seq("min(?)", "max(?)", "sort_array(collect_list(?)#)")
  private val Numbers = Ordered ++ Seq("sum(?)", "avg(?)", "try_sum(?)", "stddev(?)", "var_pop(?)")
  private val Sketched = Seq("approx_count_distinct(?)", "percentile(?, 0.3)") ++
    (if (TestedSpark.isFrom(4, 1))
       Seq("theta_sketch_estimate(theta_sketch_agg(CAST(? AS STRING))#)")
     else Nil)
  private val Taken = Seq("finestra_agg('max', ?)", "finestra_agg('count_distinct', ?)")

  private def whole(as: String, most: Int) =
    Kind(
      n => s"CAST($n % $most - ${most / 2} AS $as)",
      Numbers ++ Sketched ++ Taken ++ Seq("bit_xor(?)", "finestra_agg('sum', ?)"),
      Seq(n => s"$n", n => s"CAST($n AS $as)")
    )

  private def real(as: String) = Kind(
    n => s"CAST(if($n % 37 = 36, 'NaN', $n / 8 - 6) AS $as)",
    Numbers ++ Taken :+ "approx_count_distinct(?)",
    Seq(n => s"CAST('${n / 2.0}' AS $as)")
  )

  /** Decimals; those of a high precision have more digits than a 64-bit integer. */
  private def decimal(precision: Int, scale: Int) = {
    val digits = precision - 4
    Kind(
      n =>
        s"CAST(concat(if($n % 2 = 0, '-', ''), substr(concat(string($n), ${digitsOf(n)}), 1, " +
          s"$digits), 'E-$scale') AS DECIMAL($precision, $scale))",
      Seq("min(?)", "max(?)", "sum(?)", "avg(?)", "try_sum(?)", "sort_array(collect_list(?)#)") ++
        Taken ++ Seq("finestra_agg('sum', ?)", "approx_count_distinct(?)"),
      Nil
    )
  }

  private def digitsOf(n: String): String =
    Seq(0, 1, 2).map(i => s"string(abs(xxhash64($n, $i)))").mkString(", ")

  /** Decimals that are close together, for `ORDER BY`. */
  private def steps(precision: Int, scale: Int) = Kind(
    n => s"CAST($n / 4 AS DECIMAL($precision, $scale))",
    Ordered,
    Seq(n => s"CAST('${n / 4.0}' AS DECIMAL($precision, $scale))")
  )

  private val date =
    Kind(n => s"date_add(DATE '2026-01-20', CAST($n % 1000 AS INT))", Ordered ++ Taken, Nil)
  private val timestamp = Kind(
    n => s"timestamp_micros(1772841600000000L + $n * 1800000000L)",
    Ordered ++ Taken,
    Seq(
      n => s"INTERVAL '$n' MINUTE",
      n => s"INTERVAL '$n' HOUR",
      n => s"INTERVAL '$n' DAY",
      n => s"INTERVAL '$n' MONTH",
      n => s"INTERVAL '$n 01:30:00' DAY TO SECOND"
    )
  )
  private val local = timestamp.copy(of = n => s"CAST(${timestamp.of(n)} AS TIMESTAMP_NTZ)")
  private val span = Kind(
    n => s"make_dt_interval(0, CAST($n AS INT) - 50)",
    Ordered ++ Taken ++ Seq("sum(?)", "avg(?)"),
    Seq(n => s"INTERVAL '${n / 24} ${n % 24}:00:00' DAY TO SECOND")
  )
  private val months = Kind(
    n => s"make_ym_interval(0, CAST($n % 500 AS INT) - 50)",
    Ordered ++ Taken ++ Seq("sum(?)", "avg(?)"),
    Seq(n => s"INTERVAL '0-${n / 3}' YEAR TO MONTH")
  )
  private val text = Kind(
    n => s"concat(char(97 + $n % 5), repeat('é', CAST($n % 3 AS INT)), string($n % 7))",
    Ordered ++ Taken :+ "approx_count_distinct(?)",
    Nil
  )
  private val bytes = Kind(n => s"unhex(hex($n % 50))", Seq("min(?)", "max(?)"), Nil)
  private val truth = Kind(
    n => s"($n % 3 = 0)",
    Ordered ++ Taken ++ Seq("bool_and(?)", "count_if(?)", "finestra_agg('bool_or', ?)"),
    Nil
  )
  private val struct = Kind(
    n => s"named_struct('a', $n % 10, 'b', if($n % 4 = 0, NULL, concat('x', string($n % 3))))",
    Seq("min(?)", "max(?)"),
    Nil
  )
  private val array = Kind(n => s"array($n % 3, NULL, $n % 5)", Seq("max(?)"), Nil)

  private val Types = Seq(
    whole("TINYINT", 50),
    whole("SMALLINT", 2000),
    whole("INT", 100000),
    whole("BIGINT", 100000),
    real("FLOAT"),
    real("DOUBLE"),
    decimal(9, 2),
    decimal(18, 6),
    decimal(25, 4),
    decimal(38, 10),
    date,
    timestamp,
    local,
    span,
    months,
    text,
    bytes,
    truth,
    struct,
    array
  )

  private val Orders = Seq(
    whole("TINYINT", 50),
    whole("SMALLINT", 2000),
    whole("INT", 100000),
    whole("BIGINT", 100000),
    real("FLOAT"),
    real("DOUBLE"),
    steps(9, 2),
    steps(25, 3),
    date.copy(units =
      Seq[Int => String](n => s"$n", n => s"INTERVAL '${n / 3}' MONTH") ++
        (if (TestedSpark.isFrom(4, 0)) Seq[Int => String](n => s"INTERVAL '$n' DAY") else Nil)
    ),
    timestamp,
    local,
    span,
    months,
    text,
    truth,
    struct
  )
}
