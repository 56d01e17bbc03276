package dev.finestra.spark.internal.stream

import java.util.concurrent.atomic.AtomicInteger

import dev.finestra.spark.TestedSpark
import org.apache.spark.sql.{DataFrame, Encoder, Encoders, Row, SparkSession}
import org.apache.spark.sql.types.StructType

/** A stream of rows that a test adds: Spark's `MemoryStream`, which has another class in Spark 4.0,
  * and other methods to make it in each version.
  */
final class MemoryRows(session: SparkSession, schema: StructType, partitions: Int) {
  private val stream: AnyRef = {
    val maker = Class.forName(s"${MemoryRows.classes}.MemoryStream$$").getField("MODULE$").get(null)
    val make = maker.getClass.getMethods
      .find(m => m.getName == "apply" && m.getParameterCount == 4)
      .get
    val context = if (TestedSpark.isFrom(4, 1)) session else session.sqlContext
    val encoder: Encoder[Row] = Encoders.row(schema)
    make.invoke(
      maker,
      MemoryRows.ids.incrementAndGet(): Integer,
      context,
      Some(partitions),
      encoder
    )
  }
  private val adding = stream.getClass.getMethod("addData", classOf[Seq[Row]])

  def toDF(): DataFrame = MemoryRows.call(stream, "toDF").asInstanceOf[DataFrame]

  def addData(rows: Seq[Row]): Unit = adding.invoke(stream, rows): Unit
}

object MemoryRows {
  private val ids = new AtomicInteger

  /** The package of the classes that run streams. */
  private val classes =
    "org.apache.spark.sql.execution.streaming" + (if (TestedSpark.isFrom(4, 1)) ".runtime" else "")

  /** Calls a public method without parameters. */
  def call(of: AnyRef, method: String): AnyRef = of.getClass.getMethod(method).invoke(of)
}
