package dev.finestra.spark

import java.sql.Timestamp
import java.util.SplittableRandom

import dev.finestra.spark.internal.JavaCollections._
import scala.util.Random

import dev.finestra.{SlidingWindows, WindowOptions}
import dev.finestra.Algorithm.Trait
import dev.finestra.aggregation.Aggregation.Property
import dev.finestra.aggregation.Aggregations
import dev.finestra.paged.{Page, PageStore}
import dev.finestra.testing.Trials
import dev.finestra.spark.internal.stream.Running
import dev.finestra.spark.internal.types.ColumnAggregation
import org.apache.spark.sql.catalyst.CatalystTypeConverters
import org.apache.spark.sql.functions.expr
import org.apache.spark.sql.types._
import org.apache.spark.sql.{DataFrame, Row}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

/** Compares the results of algorithms × aggregations × ways in (functions, `OVER`, streams, …) with
  * recalculation from all values. Each algorithm runs every aggregation once, by one of six random
  * ways; in a long run, by every way.
  *
  * Exact results must be equal, doubles equal within a billionth. Sketches of so few values have no
  * error. Times are unique, so that the order of values is known.
  */
class SparkWaysInTest {
  import SparkWaysInTest._

  private def rowsOf(random: SplittableRandom): Seq[Row] =
    Seq.tabulate(48) { i =>
      val seconds = 1800000000L + 5L * i + random.nextInt(4)
      Row(
        i % 2,
        seconds,
        new Timestamp(1000 * seconds),
        // not 0, which would make every product 0
        if (i % 11 == 3) null else 1L + random.nextInt(100),
        random.nextInt(1000) / 8.0,
        if (i % 13 == 5) null else Seq("a", "b", "c", "d")(random.nextInt(4))
      )
    }

  private var rows: Seq[Row] = Nil
  private def table: DataFrame = Sessions.spark.createDataFrame(rows.asJava, schema).repartition(3)

  /** Each aggregation of the catalog, over columns that it accepts. */
  private val asked: Seq[Asked] = Aggregations.forms.asScala.toSeq.map { form =>
    val fitting = Seq(Seq("l"), Seq("l", "l"), Seq("d"), Seq("d", "l"), Seq("s")).find { columns =>
      fits(ColumnAggregation.of(form.example, columns.map(schema(_).dataType)))
    }
    Asked(form.example, fitting.getOrElse(throw new AssertionError(s"no columns for $form")))
  }

  /** The aggregations that core accepts for an algorithm in the windows of this way. */
  private def taken(algorithm: String, way: Way, all: Seq[Asked]): Seq[Asked] = all.filter { a =>
    val aggregation = a.choice.aggregation
    (way.ordered || aggregation.is(Property.COMMUTATIVE)) &&
    !(way.merges && SlidingWindows.algorithm(algorithm).is(Trait.NEEDS_INVERSE)) &&
    fits(SlidingWindows.of(algorithm, aggregation, way.options)) &&
    (!way.paged || fits(SlidingWindows.paged(algorithm, aggregation, Nowhere)))
  }

  private def fits(made: => Any): Boolean =
    try {
      made
      true
    } catch { case _: IllegalArgumentException => false }

  private val inOrder = WindowOptions.NONE.inOrder().withBulks()
  private val outOfOrder = WindowOptions.NONE.outOfOrder().withRangeQueries().withEntries()

  private def byFunction(function: String, algorithm: String, slide: String)(all: Seq[Asked]) = {
    val calls = all.zipWithIndex.map { case (a, i) =>
      s"finestra_$function(${a.call}, ts, '$Size seconds'$slide, '$algorithm') AS a$i"
    }
    table.createOrReplaceTempView("ways")
    Sessions.spark.sql(s"SELECT k, ${calls.mkString(", ")} FROM ways GROUP BY k").collect()
  }

  private def exploded(answers: Array[Row], end: String, i: Int): Seq[((Int, Long), Any)] =
    answers.toSeq.flatMap { row =>
      row.getSeq[Row](i + 1).map { each =>
        (row.getInt(0), seconds(each.getAs[Timestamp](end))) -> each.getAs[Any]("value")
      }
    }

  private def seconds(time: Timestamp): Long = time.getTime / 1000

  private def onAlgorithm[A](algorithm: String)(run: => A): A =
    Sessions.having("spark.finestra.algorithm" -> algorithm)(run)

  private def ways(algorithm: String): Seq[Way] = Seq(
    Way("finestra_rolling", outOfOrder, OfRows) { all =>
      val answers = byFunction("rolling", algorithm, "")(all)
      all.indices.map(exploded(answers, "time", _))
    },
    Way("finestra_slides", outOfOrder, OfSlides) { all =>
      val answers = byFunction("slides", algorithm, s", '$Slide seconds'")(all)
      all.indices.map(exploded(answers, "end", _))
    },
    Way("OVER", inOrder, OfRows, merges = true) { all =>
      val over =
        s"OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL $Size SECONDS PRECEDING AND " +
          "CURRENT ROW)"
      val df = table.selectExpr(Seq("k", "ts") ++ all.map(a => s"${a.agg} $over"): _*)
      columns(onAlgorithm(algorithm)(df.collect()).toSeq, all.size)(row =>
        seconds(row.getTimestamp(1))
      )
    },
    Way("groupBy(window)", inOrder, OfSlides, ordered = false, merges = true) { all =>
      table.createOrReplaceTempView("ways")
      val window = s"window(ts, '$Size seconds', '$Slide seconds')"
      val df = Sessions.spark.sql(
        s"SELECT k, $window.end, ${all.map(_.agg).mkString(", ")} FROM ways GROUP BY k, $window"
      )
      columns(onAlgorithm(algorithm)(df.collect()).toSeq, all.size)(row =>
        seconds(row.getTimestamp(1))
      )
    },
    Way("finestra_last", outOfOrder, Newest) { all =>
      val ends = Newest.of(times).map(_._1).toMap
      val answers = byFunction("last", algorithm, "")(all)
      all.indices.map { i =>
        answers.toSeq.map(row => (row.getInt(0), ends(row.getInt(0))) -> row.get(i + 1))
      }
    },
    Way("finestra_agg", WindowOptions.NONE, Groups, ordered = false) { all =>
      val groups = table.groupBy(expr("k"), expr(s"t - t % $Slide + $Slide").as("end"))
      val answers = all.map(a => expr(a.agg))
      columns(groups.agg(answers.head, answers.tail: _*).collect().toSeq, all.size)(_.getLong(1))
    },
    Way("sliding of rows", inOrder, OfRows, merges = true) { all =>
      onAlgorithm(algorithm)(timed(FinestraSpark.sliding(table, options(all)), "ts", all))
    },
    Way("sliding of slides", inOrder, OfSlides, merges = true) { all =>
      val windows = FinestraSpark.sliding(table, options(all) ++ slide)
      onAlgorithm(algorithm)(timed(windows, "window.end", all))
    },
    Way("stream of rows", inOrder, OfRows, paged = true, merges = true) { all =>
      timed(streamed(algorithm, all, Map.empty), "ts", all)
    },
    Way("stream of slides", outOfOrder, OfSlides, paged = true, merges = true) { all =>
      timed(streamed(algorithm, all, slide), "window.end", all)
    },
    Way("stream of rows, updated", outOfOrder, OfRows, paged = true, merges = true) { all =>
      timed(streamed(algorithm, all, Map("emit" -> "updates")), "ts", all)
    }
  )

  private val slide = Map("slide" -> s"$Slide seconds")

  private def timed(answers: DataFrame, time: String, all: Seq[Asked]) = {
    val times = answers.selectExpr(Seq("k", time) ++ named(all): _*)
    columns(times.collect().toSeq, all.size)(row => seconds(row.getTimestamp(1)))
  }

  private def named(all: Seq[Asked]) = all.indices.map(i => s"a$i")

  private def columns(rows: Seq[Row], count: Int)(time: Row => Long): Seq[Seq[((Int, Long), Any)]] =
    (0 until count).map(i => rows.map(row => (row.getInt(0), time(row)) -> row.get(i + 2)))

  private def options(all: Seq[Asked]): Map[String, Any] = Map(
    "by" -> "k",
    "time" -> "ts",
    "size" -> s"$Size seconds",
    "aggregates" -> all.zipWithIndex.map { case (a, i) => Seq(s"a$i", a.name) ++ a.columns }
  )

  private def streamed(algorithm: String, all: Seq[Asked], more: Map[String, Any]): DataFrame = {
    val windows = options(all) ++ more + ("algorithm" -> algorithm)
    val mode = if (more.contains("emit")) "update" else "append"
    val last = Row(99, 1900000000L, new Timestamp(1900000000000L), null, null, null)
    val batches = rows.grouped(20).toSeq :+ Seq(last)
    val running = new Running(schema, mode)(FinestraSpark.sliding(_, windows))
    try {
      running.start()
      batches.foreach { rows =>
        running.add(rows)
        running.process()
      }
      running.answersAsTable.where("k < 99")
    } finally running.delete()
  }

  private def times: Seq[(Int, Long)] = rows.map(row => (row.getInt(0), row.getLong(1)))

  /** The expected results, recalculated from all values. */
  private def expected(asked: Asked, windows: Windows): Map[(Int, Long), (Boolean, Any)] = {
    val out = CatalystTypeConverters.createToScalaConverter(asked.choice.result.spark)
    windows
      .of(times)
      .map { case ((k, end), from, to) =>
        val window = SlidingWindows.of("recalculate", asked.choice.aggregation)
        for (row <- rows if row.getInt(0) == k && row.getLong(1) >= from && row.getLong(1) <= to) {
          asked.value(row).foreach(window.insert(row.getLong(1), _))
        }
        (k, end) -> (window.isEmpty, out(asked.choice.result.toSpark(window.query())))
      }
      .toMap
  }

  @Test def everyAlgorithmEqualsRecalculation(): Unit = {
    val start = System.nanoTime()
    val all = SlidingWindows.algorithms.asScala.map(_.name).toSeq
    val few = Trials.count(2, all.size.toLong).toInt
    var pairs = 0L
    Trials.once { (seed, _) =>
      rows = rowsOf(new SplittableRandom(seed))
      val shuffled = new Random(seed)
      for (algorithm <- shuffled.shuffle(all).take(few)) {
        val each = ways(algorithm).filter(taken(algorithm, _, asked).nonEmpty)
        val drawn = if (Trials.isLong) each else shuffled.shuffle(each).take(6)
        for ((way, w) <- drawn.zipWithIndex) {
          val some =
            if (Trials.isLong) asked
            else asked.zipWithIndex.collect { case (a, j) if j % drawn.size == w => a }
          pairs += check(algorithm, way, some)
        }
      }
    }
    assertTrue(pairs > 0, "no algorithm fits any way")
    Trials.report(pairs, s"pairs of $few algorithms, each by a way in", start)
  }

  private def check(algorithm: String, way: Way, all: Seq[Asked]): Int = {
    val some = taken(algorithm, way, all)
    if (some.nonEmpty) {
      val answers = some.grouped(MostOfOneStream).flatMap(way.ask).toSeq
      some.zip(answers).foreach { case (asked, answered) =>
        val wanted = expected(asked, way.windows)
        val what = s"${asked.name} on $algorithm by ${way.name}"
        assertEquals(wanted.size, answered.size, what)
        assertEquals(wanted.keySet, answered.map(_._1).toSet, what)
        answered.foreach { case (at, answer) =>
          val (isEmpty, value) = wanted(at)
          // Without values, windows over time return the identity, plain aggregates null.
          val right = Tables.same(value, answer) || isEmpty && answer == null
          assertTrue(right, s"$what at $at: $answer, not $value")
        }
      }
    }
    some.size
  }
}

object SparkWaysInTest {
  private val Size = 60
  private val Slide = 20

  /** The most aggregates of one `sliding` on a stream. */
  private val MostOfOneStream = 32

  private val schema =
    StructType.fromDDL("k INT, t BIGINT, ts TIMESTAMP, l BIGINT, d DOUBLE, s STRING")

  private final case class Asked(name: String, columns: Seq[String]) {
    val choice: ColumnAggregation = ColumnAggregation.of(name, columns.map(schema(_).dataType))
    private val quoted = s"'${name.replace("'", "\\'")}'"
    def agg: String = s"finestra_agg($quoted, ${columns.mkString(", ")})"
    def call: String =
      if (columns.size == 1) s"$quoted, ${columns.head}"
      else {
        val fields = columns.zipWithIndex.map { case (c, i) => s"'c$i', $c" }
        s"$quoted, named_struct(${fields.mkString(", ")})"
      }

    /** A row's value, converted for the window. */
    def value(row: Row): Option[AnyRef] = {
      val each = columns.zip(choice.columns).map { case (name, kind) =>
        val value = row.get(schema.fieldIndex(name))
        if (value == null) null else kind.in(value)
      }
      if (each.forall(_ == null)) None else Some(if (each.size == 1) each.head else each.toArray)
    }
  }

  /** The windows of rows (key, time): each has an identity, its first time and its last time. */
  private final case class Windows(of: Seq[(Int, Long)] => Seq[((Int, Long), Long, Long)])

  private val OfRows = Windows(_.map { case (k, t) => ((k, t), t - Size, t) })

  /** [start, end), one every slide, identified by the end. */
  private val OfSlides = Windows(_.flatMap { case (k, t) =>
    (t - t % Slide + Slide until t + Size + 1 by Slide).filter(e => e - Size <= t).map(k -> _)
  }.distinct.map { case (k, end) => ((k, end), end - Size, end - 1) })

  /** The window of each key's newest row. */
  private val Newest = Windows(times => OfRows.of(times.groupBy(_._1).values.map(_.max).toSeq))

  /** Plain groups of one slide each, identified by the end. */
  private val Groups = Windows(_.map { case (k, t) =>
    val start = t - t % Slide
    ((k, start + Slide), start, start + Slide - 1)
  }.distinct)

  /** @param paged
    *   whether the windows are on pages of state
    * @param ordered
    *   whether values are combined in order of time; if not, in the order after a shuffle
    * @param merges
    *   whether the partial results have no inverse: those of Spark, and those of several columns
    * @param ask
    *   the results of some aggregations, each by key and time
    */
  private final case class Way(
      name: String,
      options: WindowOptions,
      windows: Windows,
      paged: Boolean = false,
      ordered: Boolean = true,
      merges: Boolean = false
  )(val ask: Seq[Asked] => Seq[Seq[((Int, Long), Any)]])

  private object Nowhere extends PageStore {
    override def get(id: Int): Page = null
    override def put(id: Int, page: Page, isNew: Boolean): Unit = ()
    override def remove(id: Int): Unit = ()
  }
}
