package dev.finestra.spark.stream

import java.nio.file.{Files, Path}
import java.util.concurrent.ConcurrentSkipListMap

import scala.jdk.CollectionConverters._

import dev.finestra.spark.{Forked, Sessions}
import org.apache.spark.sql.execution.streaming.runtime.MemoryStream
import org.apache.spark.sql.streaming.{DataStreamWriter, StreamingQuery}
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.{DataFrame, Dataset, Encoders, Row, SparkSession}

/** A real query over rows that a test adds, which can be stopped and started again from its
  * checkpoint. What a batch answers replaces what the same batch answered before, as in a sink that
  * is exactly once.
  */
class Running(schema: StructType, mode: String, late: String = "10 seconds")(
    windows: DataFrame => DataFrame
) {

  /** Its own, so that what a test sets is over with it. */
  val session: SparkSession = Running.newSession()
  private val source = MemoryStream[Row](session, 2)(Encoders.row(schema))
  private val answered = new ConcurrentSkipListMap[java.lang.Long, Seq[Row]]
  private val checkpoint = Files.createTempDirectory(Running.target, "checkpoint")
  private var query: StreamingQuery = null
  private var result: StructType = null
  private val all = Seq.newBuilder[Row]

  def start(): Unit = query = written
    .foreachBatch { (rows: Dataset[Row], batch: Long) =>
      answered.put(batch, rows.collect().toSeq)
      ()
    }
    .start()

  /** Starts with files instead of what [[answers]] has. */
  def startInto(files: Path): Unit = query = written.format("parquet").start(files.toString)

  private def written: DataStreamWriter[Row] = {
    val df = windows(source.toDF().withWatermark("ts", late))
    result = df.schema
    df.writeStream.outputMode(mode).option("checkpointLocation", checkpoint.toString)
  }

  def isRunning: Boolean = query != null && query.isActive

  def add(rows: Seq[Row]): Unit = {
    all ++= rows
    source.addData(rows)
  }

  def process(): Unit = query.processAllAvailable()

  /** Rows that the operator of state did not get, since the watermark had passed them. */
  def droppedByWatermark: Long =
    query.recentProgress.toSeq.flatMap(_.stateOperators.map(_.numRowsDroppedByWatermark)).sum

  def stop(): Unit = if (query != null) query.stop()

  /** Stops, and deletes the checkpoint. */
  def delete(): Unit = {
    stop()
    Forked.delete(checkpoint)
  }

  def state: String = checkpoint.toString

  /** All answers so far, those of each batch in their order. */
  def answers: Seq[Row] = answered.values.asScala.toSeq.flatten

  def answersAsTable: DataFrame = session.createDataFrame(answers.asJava, result)

  /** What went in, as a batch. */
  def input: DataFrame = session.createDataFrame(all.result().asJava, schema)
}

object Running {

  /** The build's own folder: Spark may write into a checkpoint after its query has ended. */
  private val target = Files.createDirectories(Path.of("target").toAbsolutePath)

  /** One for all that is no query. */
  lazy val spark: SparkSession = newSession()

  /** A session with settings that make small micro-batches quick. */
  private def newSession(): SparkSession = {
    val session = Sessions.spark.newSession()
    session.conf.set("spark.sql.shuffle.partitions", "1")
    session.conf.set(
      "spark.sql.streaming.checkpointFileManagerClass",
      "org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager"
    )
    session.conf.set(
      "spark.sql.streaming.stateStore.rocksdb.changelogCheckpointing.enabled",
      "true"
    )
    session
  }
}
