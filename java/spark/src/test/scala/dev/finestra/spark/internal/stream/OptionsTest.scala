package dev.finestra.spark.internal.stream

import java.util

import dev.finestra.spark.{FinestraSpark, Sessions}
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.types.StructType
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** The options of `sliding`, the columns of its results, and the messages for wrong options. */
class OptionsTest {
  private val batch = Sessions.spark.createDataFrame(new util.ArrayList[Row], Events.schema)
  private val unmarked = new MemoryRows(Running.spark, Events.schema, partitions = 1).toDF()
  private val stream = unmarked.withWatermark("ts", "1 minute")

  private val usual = Map[String, Any](
    "by" -> "k",
    "time" -> "ts",
    "size" -> "1 hour",
    "aggregates" -> Map("top" -> ("max", "i"))
  )

  @Test def sizesMayExceedTheTypeOfTheTimes(): Unit = {
    val times = Sessions.spark.sql("SELECT CAST(id * 20000 - 30000 AS SMALLINT) AS t FROM range(4)")
    val wide = Map("time" -> "t", "size" -> 70000, "aggregates" -> Map("n" -> Seq("count", "t")))
    val counts = FinestraSpark.sliding(times, wide).orderBy("t").collect().map(_.getLong(1)).toSeq
    assertEquals(Seq(1L, 2L, 3L, 4L), counts)
  }

  private def columns(df: DataFrame): String = df.columns.mkString(" ")

  private def refusal(more: (String, Any)*): String = refusal(batch, more: _*)

  private def refusal(df: DataFrame, more: (String, Any)*): String =
    assertThrows(
      classOf[IllegalArgumentException],
      () => FinestraSpark.sliding(df, usual ++ more)
    ).getMessage

  private def assertSays(sentence: String, refusal: String): Unit =
    assertTrue(refusal.contains(sentence), refusal)

  @Test def batchesAndStreamsHaveTheSameColumns(): Unit =
    for (df <- Seq(batch, stream)) {
      assertEquals("id k ts i d s top", columns(FinestraSpark.sliding(df, usual)))
      val slides = usual.updated("slide", "1 minute")
      assertEquals("k window top", columns(FinestraSpark.sliding(df, slides)))
      val sizes = Map("1h" -> "1 hour", "1d" -> "1 day")
      assertEquals(
        "k window top_1h top_1d",
        columns(FinestraSpark.sliding(df, slides.updated("size", sizes)))
      )
      assertEquals(
        "window top",
        columns(FinestraSpark.sliding(df, usual - "by" - "size" + ("session" -> "1 hour")))
      )
      assertEquals(
        StructType.fromDDL("start TIMESTAMP, end TIMESTAMP"),
        StructType(
          FinestraSpark
            .sliding(df, slides)
            .schema("window")
            .dataType
            .asInstanceOf[StructType]
            .map(_.copy(nullable = true))
        )
      )
    }

  /** `Map.of` has another order in each JVM, but a checkpoint needs the same options. */
  @Test def mapsWithoutAnOrderAreSortedByName(): Unit = {
    val (max, min) = (util.Arrays.asList("max", "i"), util.Arrays.asList("min", "i"))
    val all = new util.HashMap[String, Any]
    (1 to 6).foreach(i => all.put(s"a$i", max))
    val named = util.Map.copyOf[String, Any](all)
    def columns(aggregates: Any): String =
      this.columns(FinestraSpark.sliding(batch, usual.updated("aggregates", aggregates)))
    assertEquals("id k ts i d s a1 a2 a3 a4 a5 a6", columns(named))
    val inOrder = new util.LinkedHashMap[String, Any]
    inOrder.put("z", max)
    inOrder.put("y", min)
    assertEquals("id k ts i d s z y", columns(inOrder))
    assertEquals("id k ts i d s y z", columns(new util.TreeMap[String, Any](inOrder)))
  }

  @Test def sizesMayBeDurations(): Unit = {
    val sizes = Map("h" -> java.time.Duration.ofHours(1), "d" -> java.time.Duration.ofDays(1))
    assertEquals(
      "id k ts i d s top_h top_d",
      columns(FinestraSpark.sliding(batch, usual.updated("size", sizes)))
    )
  }

  @Test def countNeedsNoColumn(): Unit =
    for (df <- Seq(batch, stream)) {
      val aggregates = Map("n" -> "count", "top" -> ("max", "i"))
      val windows = FinestraSpark.sliding(df, usual.updated("aggregates", aggregates))
      assertEquals("id k ts i d s n top", columns(windows))
    }

  @Test def namesAreCaseSensitiveIfTheSessionIs(): Unit = {
    val upper = usual.updated("aggregates", Map("I" -> ("max", "i")))
    assertSays("the column 'I' twice", refusal("aggregates" -> upper("aggregates")))
    Sessions.having("spark.sql.caseSensitive" -> "true") {
      assertEquals("id k ts i d s I", columns(FinestraSpark.sliding(batch, upper)))
    }
  }

  @Test def mapsAndListsOfJavaAreAccepted(): Unit = {
    val options = new util.HashMap[String, Any]
    options.put("by", util.Arrays.asList("k"))
    options.put("time", "ts")
    options.put(
      "size",
      util.Arrays.asList(util.Arrays.asList("a", "1 hour"), util.Arrays.asList("b", "2 hours"))
    )
    options.put("slide", null)
    options.put("aggregates", util.Arrays.asList(util.Arrays.asList("which", "arg_max", "s", "d")))
    assertEquals("id k ts i d s which_a which_b", columns(FinestraSpark.sliding(batch, options)))
  }

  @Test def wrongNamesAreRejectedWithTheNearest(): Unit = {
    assertSays("There is no option 'sizes'; the options are by, time", refusal("sizes" -> "1 hour"))
    assertSays("a column of by is 'kk', but the input has no such column", refusal("by" -> "kk"))
    assertSays("time is 'tss', but the input has no such column", refusal("time" -> "tss"))
    assertSays(
      "a column of the aggregate 'top' is 'j'",
      refusal("aggregates" -> Map("top" -> ("max", "j")))
    )
    assertSays(
      "Unknown aggregation 'maxx'. Did you mean 'max'",
      refusal("aggregates" -> Map("top" -> ("maxx", "i")))
    )
    assertSays(
      "Unknown algorithm 'b_fibe4'. Did you mean 'b_fiba4'",
      refusal("algorithm" -> "b_fibe4")
    )
    assertSays("late is 'dorp'; it must be 'drop' or 'update'", refusal("late" -> "dorp"))
    assertSays("emit is 'now'; it must be 'on_watermark' or 'updates'", refusal("emit" -> "now"))
  }

  @Test def wrongSizesAreRejected(): Unit = {
    assertSays("'30 days'", refusal("size" -> "1 month"))
    assertSays("which is no interval", refusal("size" -> "soon"))
    assertSays("it must be above zero", refusal("size" -> "0 seconds"))
    assertSays("it must be above zero", refusal("size" -> "1 hour", "slide" -> "-1 minutes"))
    assertSays("it must be at most the size", refusal("slide" -> "2 hours"))
    assertSays("The option size is missing", refusal("size" -> null))
    assertSays(
      "so that their windows end together",
      refusal("size" -> Map("a" -> "10 minutes", "b" -> "15 minutes"), "slide" -> "10 minutes")
    )
  }

  @Test def optionsThatExcludeEachOtherAreRejected(): Unit = {
    assertSays("a session has no size; leave out one of them", refusal("session" -> "1 hour"))
    assertSays("this needs emit = 'updates'", refusal("late" -> "update"))
    assertSays(
      "use emit = 'on_watermark'",
      refusal("size" -> null, "session" -> "1 hour", "emit" -> "updates")
    )
    assertSays(
      "these can: b_fiba2",
      refusal("slide" -> "1 minute", "algorithm" -> "two_stacks_lite")
    )
    val sum = Map("total" -> ("sum", "i"))
    assertSays("needs an inverse", refusal("aggregates" -> sum, "algorithm" -> "subtract_on_evict"))
  }

  @Test def wrongAggregatesAreRejected(): Unit = {
    assertSays("name at least one", refusal("aggregates" -> Map.empty))
    assertSays("'max' needs 1 column", refusal("aggregates" -> Map("top" -> "max")))
    assertSays("'top' is empty", refusal("aggregates" -> Map("top" -> Nil)))
    assertSays("the column 'i' twice", refusal("aggregates" -> Map("i" -> ("max", "i"))))
    assertSays(
      "'top' twice",
      refusal("aggregates" -> Seq(Seq("top", "max", "i"), Seq("top", "min", "i")))
    )
  }

  @Test def streamsWithoutAWatermarkAreRejected(): Unit = {
    assertSays("df.withWatermark(\"ts\", \"10 minutes\") first", refusal(unmarked))
    assertSays(
      "needs a TIMESTAMP, which can have a watermark. The time 'id' is BIGINT",
      refusal(stream, "time" -> "id", "size" -> 3600)
    )
  }

  @Test def anotherStateStoreIsRejected(): Unit = {
    val session = Sessions.spark.newSession()
    val provider = "spark.sql.streaming.stateStore.providerClass"
    val memory = new MemoryRows(session, Events.schema, partitions = 1)
    val df = memory.toDF().withWatermark("ts", "1 minute")
    session.conf.set(
      provider,
      "org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider"
    )
    assertSays("need the state store of RocksDB; set it to", refusal(df))
    session.conf.unset(provider)
    FinestraSpark.sliding(df, usual)
    assertTrue(session.conf.get(provider).endsWith("RocksDBStateStoreProvider"))
  }
}
