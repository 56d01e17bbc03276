package dev.finestra.spark.internal.stream

import java.nio.file.{Files, Path}
import java.util.concurrent.ConcurrentSkipListMap

import dev.finestra.spark.internal.JavaCollections._

import dev.finestra.spark.{Forked, Sessions, TestedSpark}
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.streaming.{DataStreamWriter, StreamingQuery}
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.{DataFrame, Dataset, Row, SparkSession}

/** A real query over rows that a test adds. It can be stopped, and started again from its
  * checkpoint. If a micro-batch runs again, its results replace those of the first run, as in an
  * exactly-once sink.
  */
class Running(schema: StructType, mode: String, late: String = "10 seconds")(
    windows: DataFrame => DataFrame
) {

  /** A session of its own, so that its settings do not affect other tests. */
  val session: SparkSession = Running.newSession()
  private val source = new MemoryRows(session, schema, partitions = 2)
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

  /** Starts with a sink of files; [[answers]] stays empty. */
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

  /** Lets results that are due wait for the next rows, as they do in a stream that is never idle.
    * It takes effect at the next start.
    */
  def waitForRows(waits: Boolean): Unit =
    session.conf.set("spark.sql.streaming.noDataMicroBatches.enabled", (!waits).toString)

  /** How many rows of state each micro-batch wrote. */
  def updatedState: Seq[Long] =
    query.recentProgress.toSeq.flatMap(_.stateOperators.map(_.numRowsUpdated))

  /** How many rows of state there are. */
  def rowsOfState: Long = query.lastProgress.stateOperators.map(_.numRowsTotal).sum

  /** The number of rows that Spark dropped, because the watermark had passed them. */
  def droppedByWatermark: Long =
    query.recentProgress.toSeq.flatMap(_.stateOperators.map(_.numRowsDroppedByWatermark)).sum

  /** The physical plan of the last micro-batch. */
  def plan: String = {
    val last = MemoryRows.call(MemoryRows.call(query, "streamingQuery"), "lastExecution")
    last.asInstanceOf[QueryExecution].executedPlan.toString
  }

  def stop(): Unit = if (query != null) query.stop()

  /** Stops, and deletes the checkpoint. */
  def delete(): Unit = {
    stop()
    Forked.delete(checkpoint)
  }

  def state: String = checkpoint.toString

  /** All results so far, in the order of the micro-batches. */
  def answers: Seq[Row] = answered.values.asScala.toSeq.flatten

  def answersAsTable: DataFrame = session.createDataFrame(answers.asJava, result)

  /** All rows that were added, as a batch. */
  def input: DataFrame = session.createDataFrame(all.result().asJava, schema)
}

object Running {

  /** In the build's folder, because Spark may write into a checkpoint after its query has ended. */
  private val target = Files.createDirectories(Path.of("target").toAbsolutePath)

  /** The session for everything but the queries. */
  lazy val spark: SparkSession = newSession()

  /** A session with settings that make small micro-batches quick. */
  private def newSession(): SparkSession = {
    val session = Sessions.spark.newSession()
    session.conf.set("spark.sql.shuffle.partitions", "1")
    session.conf.set(
      "spark.sql.streaming.checkpointFileManagerClass",
      "org.apache.spark.sql.execution.streaming." +
        (if (TestedSpark.isFrom(4, 1)) "checkpointing." else "") +
        "FileSystemBasedCheckpointFileManager"
    )
    session.conf.set(
      "spark.sql.streaming.stateStore.rocksdb.changelogCheckpointing.enabled",
      "true"
    )
    session
  }
}
