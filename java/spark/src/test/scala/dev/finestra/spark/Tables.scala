package dev.finestra.spark

import java.math.{BigDecimal => JBigDecimal}
import java.sql.{Date, Timestamp}
import java.util.SplittableRandom

import scala.util.matching.Regex

import dev.finestra.spark.internal.JavaCollections._
import org.apache.spark.sql.{DataFrame, Row, SparkSession}
import org.apache.spark.sql.types._

/** Random tables: a key, times with repeats and nulls, and a value of every type, some null. */
final class Tables(random: SplittableRandom) {
  private val nulls = if (random.nextBoolean()) 0 else 1 + random.nextInt(5)
  private val span = 1 + random.nextInt(200)

  /** A table with a random number of rows and partitions. */
  def next(rows: Int): DataFrame = {
    val data = Seq.fill(random.nextInt(rows))(row())
    Sessions.spark
      .createDataFrame(data.asJava, Tables.schema)
      .repartition(1 + random.nextInt(3))
  }

  def from(least: Int, most: Int): Int = least + random.nextInt(most - least + 1)

  def oneOf[T](all: T*): T = all(random.nextInt(all.size))

  private def row(): Row = {
    val second = random.nextInt(span).toLong
    val date = orNull(new Date((random.nextInt(1000) - 500) * 86400000L))
    val t = orNull(second)
    Row(
      random.nextInt(3),
      t,
      if (t == null) null else new Timestamp(1000L * second),
      orNull(random.nextInt(1000) - 500),
      orNull(random.nextLong() >> 20),
      orNull(if (random.nextInt(50) == 0) Double.NaN else random.nextDouble() * 1000 - 500),
      orNull((random.nextInt(1000) / 8.0).toFloat),
      orNull(JBigDecimal.valueOf(random.nextInt(100000).toLong, 2)),
      date,
      orNull(new Timestamp(random.nextInt(1000000).toLong * 1000)),
      orNull(random.nextBoolean()),
      orNull(Seq.fill(random.nextInt(3))(('a' + random.nextInt(4)).toChar).mkString)
    )
  }

  private def orNull(value: Any): Any =
    if (nulls > 0 && random.nextInt(nulls + 1) == 0) null else value
}

object Tables {
  val FilteredArray: Regex = """sort_array\((.*)\) FILTER (.*)""".r
  val SortedArray: Regex = """sort_array\((.*)\)""".r

  val schema: StructType = StructType.fromDDL(
    "k INT, t BIGINT, ts TIMESTAMP, i INT, l BIGINT, d DOUBLE, f FLOAT, c DECIMAL(9,2), " +
      "day DATE, at TIMESTAMP, b BOOLEAN, s STRING"
  )

  /** Aggregates with all kinds of buffers. None depends on the order of equal times. */
  val aggregates = Seq(
    "sum(i)",
    "sum(l)",
    "count(s)",
    "avg(i)",
    "max(i)",
    "min(d)",
    "max(s)",
    "min(day)",
    "sum(c)",
    "avg(c)",
    "stddev(i)",
    "var_pop(d)",
    "variance(f)",
    "stddev_pop(l)",
    "sum(f)",
    "avg(d)",
    "min(f)",
    "max(at)",
    "min(CAST(i % 100 AS TINYINT))",
    "max(CAST(i AS SMALLINT)) FILTER (WHERE b)",
    "count(*)",
    "count(*) FILTER (WHERE b)",
    "count(i, s)",
    "covar_samp(i, f)",
    "bool_or(b)",
    "bit_xor(l)",
    "sum(i) FILTER (WHERE b)",
    "approx_count_distinct(i)",
    "sort_array(collect_list(i))",
    "sort_array(collect_set(s)) FILTER (WHERE NOT b)",
    "percentile(i, 0.3)",
    "percentile(d, 0.5)",
    "percentile(l, 0.9) FILTER (WHERE b)",
    "percentile(i, array(0.2, 1.0))",
    "max_by(s, l)",
    "finestra_agg('max', i)",
    "finestra_agg('top_k(2)', l)",
    "my_sum(CAST(i AS DOUBLE), ts)"
  )

  /** Rows as a table of a session. */
  def of(session: SparkSession, rows: Seq[Row], schema: StructType): DataFrame =
    session.createDataFrame(rows.asJava, schema)

  /** Fails unless both have the same rows, compared by [[same]]. */
  def assertSame(what: String, expected: DataFrame, actual: DataFrame): Unit = {
    def text(value: Any): Any = value match {
      case bytes: Array[Byte] => bytes.toSeq
      case other              => other
    }
    def sorted(rows: DataFrame): Seq[Row] =
      rows.collect().toSeq.sortBy(_.toSeq.take(3).map(text).mkString("|"))
    val (wanted, got) = (sorted(expected), sorted(actual))
    if (wanted.size != got.size) {
      throw new AssertionError(s"$what: ${wanted.size} rows expected, but there are ${got.size}")
    }
    wanted.zip(got).foreach { case (w, g) =>
      w.toSeq.zip(g.toSeq).zipWithIndex.foreach { case ((a, b), i) =>
        if (!same(a, b)) {
          throw new AssertionError(s"$what: column ${actual.columns(i)} is $b, not $a, in $g")
        }
      }
    }
  }

  /** Whether two answers are the same, also inside arrays, maps and structs: NaN is NaN, and
    * doubles are the same within a billionth of themselves, or of 1.
    */
  def same(a: Any, b: Any): Boolean = (a, b) match {
    case (x: Double, y: Double) => x.equals(y) || math.abs(x - y) <= 1e-9 * math.max(1, math.abs(x))
    case (x: Float, y: Float)   => x.equals(y) || x == y
    case (x: JBigDecimal, y: JBigDecimal)             => x.compareTo(y) == 0
    case (x: Array[Byte], y: Array[Byte])             => java.util.Arrays.equals(x, y)
    case (x: Row, y: Row)                             => same(x.toSeq, y.toSeq)
    case (x: collection.Seq[_], y: collection.Seq[_]) =>
      x.size == y.size && x.zip(y).forall { case (v, w) => same(v, w) }
    case (x: collection.Map[_, _], y: collection.Map[_, _]) =>
      x.size == y.size && x.forall { case (key, v) =>
        y.exists(e => same(key, e._1) && same(v, e._2))
      }
    case _ => a == b
  }
}
