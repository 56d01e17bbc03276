package dev.finestra.spark.internal.stream

import java.io.{ByteArrayInputStream, DataInputStream}

import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.spark.internal.stream.processor.ChangesProcessor
import dev.finestra.windowing.WindowGrid
import dev.finestra.windowing.internal.columns.MissingRows
import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.execution.streaming.state.StateStore
import org.apache.spark.sql.types.StructType

/** The row of a partition's state that has its [[StateFormat]], and the times up to which results
  * lack rows because the query was changed.
  */
private[stream] final class StoredFormat(store: StateStore, layout: StreamLayout) extends Logging {
  private val table = StateTable.format(store, layout.keys)

  /** The row's key has only nulls. */
  private val nobody: UnsafeRow =
    UnsafeProjection.create(StructType(layout.keys.map(_.copy(nullable = true))))(
      new GenericInternalRow(layout.keys.length)
    )
  private val now = layout.format
  private val stored: Option[StoredFormat.Contents] =
    Option(table.get(nobody)).map(row => StoredFormat.read(row.getBinary(0)))

  /** Converts state of an earlier version of the query; rejects that of another query. */
  def convert(headers: StateTable, keys: KeyStore): Unit =
    stored.map(_.format).filter(_ != now).foreach { before =>
      new StateConversion(before, layout).run(store, headers, keys)
      logInfo(s"The query continues the state of ($before) with ($now)")
    }

  /** Continues with the keys of a query that emitted changes with other options. Call it after
    * `convert`.
    */
  def change(headers: StateTable, processor: ChangesProcessor): Unit =
    stored
      .map(_.format)
      .filter(before => now.rate != before.rate || now.hasNewColumns(before))
      .foreach { before =>
        headers.firstWhile(_ => true).foreach { pair =>
          processor.continueFrom(before, pair.key.copy(), pair.value.copy())
        }
      }

  /** Stores this query's format, and returns the results that lack rows. Call it after `convert`.
    *
    * @param watermark
    *   rows that are older than this by the old longest size may be gone
    * @param newestTime
    *   the time of the newest row in the partition's state
    */
  def update(watermark: Long, newestTime: => Long): MissingRows = {
    lazy val newest = newestTime
    val missing = new MissingRows(layout.sizes.map(Long.box).asJava, layout.aggregates.size)
    stored.foreach { contents =>
      val before = contents.format
      missing.markWindows(contents.ofWindows)
      now.places(before).zipWithIndex.foreach { case (from, i) =>
        missing.markAggregation(i, if (from < 0) newest else contents.ofAggregates(from))
      }
      val sizes = before.changeableSizes
      if (sizes.nonEmpty && now.changeableSizes.max > sizes.max)
        missing.markWindows(WindowGrid.minus(watermark, sizes.max))
    }
    if (!stored.exists(_.format == now)) write(missing)
    missing
  }

  private def write(missing: MissingRows): Unit = {
    val bytes = new BytesOutput().of { out =>
      out.writeInt(StoredFormat.Version)
      now.write(out)
      out.writeLong(missing.ofWindows)
      layout.aggregates.indices.foreach(i => out.writeLong(missing.ofAggregation(i)))
    }
    table.put(nobody, new BytesRow().of(bytes))
  }
}

private[stream] object StoredFormat {

  /** The version of the layout of a stream's state. */
  val Version = 2

  /** @param ofWindows
    *   the time up to which all windows lack rows
    * @param ofAggregates
    *   the time up to which an aggregate's results lack rows
    */
  final case class Contents(format: StateFormat, ofWindows: Long, ofAggregates: Seq[Long])

  def read(stored: Array[Byte]): Contents = {
    val in = new DataInputStream(new ByteArrayInputStream(stored))
    val version = in.readInt()
    if (version != Version) {
      throw new IllegalStateException(
        s"The checkpoint has state of version $version; this build reads version $Version. Restore " +
          "it with the release of Finestra that wrote it, or start with a new checkpoint."
      )
    }
    val format = StateFormat.read(in)
    Contents(format, in.readLong(), Seq.fill(format.aggregates.size)(in.readLong()))
  }
}
