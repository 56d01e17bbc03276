package dev.finestra.spark.internal.stream

import dev.finestra.Algorithm.Trait
import dev.finestra.SlidingWindows
import dev.finestra.aggregation.Aggregation
import dev.finestra.aggregation.Aggregation.Property
import dev.finestra.spark.internal.types.{ColumnAggregation, ColumnType}
import dev.finestra.windowing.internal.columns.ColumnsConversion
import dev.finestra.windowing.internal.host.AlgorithmChange
import dev.finestra.windowing.internal.logic.KeyHeader
import dev.finestra.windowing.internal.state.StateEntry
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.streaming.state.StateStore
import org.apache.spark.sql.types._

/** Rewrites the state of a partition for a query that has other aggregates, columns or another
  * algorithm. It runs in the first micro-batch of the changed query, and Spark commits it with this
  * micro-batch.
  *
  * Costs: reads and writes all state of the partition once; on Spark 3.5, each table is found by
  * reading those before it.
  */
private[stream] final class StateConversion(before: StateFormat, layout: StreamLayout) {
  private val now = layout.format
  private val places = now.places(before)
  private val keepsAggregates = places == before.aggregates.indices
  private val hasOtherAlgorithm = now.algorithm != before.algorithm
  private val choices = before.aggregates.map { each =>
    ColumnAggregation.of(each.aggregation, each.columns.map(c => DataType.fromDDL(c.kind)))
  }
  private val aggregation = StreamLayout.aggregation(choices)
  check()

  def run(store: StateStore, headers: StateTable, keys: KeyStore): Unit = {
    if (!keepsAggregates) {
      convertEntries(headers, areHeaders = true)
      convertEntries(StateTable.pages(store, layout.keys), areHeaders = false)
    }
    if (layout.repeatsRows && !(keepsAggregates && now.input == before.input))
      convertRows(StateTable.pending(store, layout.keys))
    if (hasOtherAlgorithm) moveRows(headers, keys)
  }

  private def replace(table: StateTable)(value: UnsafeRow => UnsafeRow): Unit =
    // The iterator does not see the rows that are written.
    table.firstWhile(_ => true).foreach { pair =>
      val key = pair.key.copy()
      table.put(key, value(pair.value.copy()))
    }

  private def convertEntries(table: StateTable, areHeaders: Boolean): Unit = {
    val from = new EntryRows(aggregation, layout.hasNotes)
    val to = new EntryRows(layout.aggregation, layout.hasNotes)
    val pages = new ColumnsConversion(aggregation, layout.aggregation, places.toArray)
    val header = new KeyHeader
    replace(table) { row =>
      val notes = new KeyNotes
      val old = if (areHeaders) from.readHeader(row, notes) else from.readPage(row)
      old.loadInto(header)
      val entry = new StateEntry
      entry.set(if (old.page == null) null else pages.convert(old.page), header)
      to.row(to.bytes(entry, notes))
    }
  }

  /** Moves the rows of each key to the pages of the new algorithm. */
  private def moveRows(headers: StateTable, keys: KeyStore): Unit = {
    val change = new AlgorithmChange(keys, before.algorithm, now.algorithm, layout.aggregation)
    headers.firstWhile(_ => true).foreach { pair =>
      keys.move(pair.key.copy(), null)
      change.run(keys.key)
    }
  }

  private def convertRows(table: StateTable): Unit = {
    val starts = StreamLayout.starts(choices)
    val kept = for {
      (from, choice) <- places.zip(layout.choices)
      (column, i) <- choice.columns.zipWithIndex
      kind = ColumnType.of(column.value).spark
    } yield if (from < 0) Literal(null, kind) else BoundReference(starts(from) + i, kind, true)
    val converted =
      UnsafeProjection.create(BoundReference(0, LongType, false) +: kept :+ input(starts.last))
    val writer = new PendingRows.ChunkWriter
    replace(table) { chunk =>
      writer.chunk(PendingRows.rowsIn(chunk, starts.last + 1).map(converted(_).copy()))
    }
  }

  /** The input row: its columns by name, null for a new one. */
  private def input(column: Int): Expression = {
    val wanted = layout.input.get
    if (now.input == before.input) BoundReference(column, wanted, nullable = false)
    else {
      val old = StructType(before.input.map { each =>
        val kept = wanted.find(_.name == each.name)
        StructField(each.name, kept.fold[DataType](NullType)(_.dataType))
      })
      val row = BoundReference(column, old, nullable = false)
      CreateNamedStruct(wanted.flatMap { field =>
        val place = before.input.indexWhere(_.name == field.name)
        val value = if (place < 0) Literal(null, field.dataType) else GetStructField(row, place)
        Seq(Literal(field.name), value)
      })
    }
  }

  private def check(): Unit = {
    if (hasOtherAlgorithm && !SlidingWindows.algorithm(before.algorithm).is(Trait.KEEPS_ENTRIES))
      refuse(s"The algorithm ${before.algorithm} does not store single rows, so it must stay")
    if (now.fixed != before.fixed) {
      val (had, has) = (before.fixed.diff(now.fixed), now.fixed.diff(before.fixed))
      refuse(s"The query had '${had.mkString("; ")}' and has '${has.mkString("; ")}'")
    }
    if (now.input != before.input) {
      Seq(before, now).foreach(each => checkDistinct(each.input.map(_.name)))
      now.input.foreach(checkColumn)
    }
    val added = now.aggregates.zip(places).collect { case (each, -1) => each }
    added.foreach(checkTypes)
    for (name <- Seq(before.algorithm, now.algorithm))
      if (!keepsAggregates && SlidingWindows.algorithm(name).is(Trait.WHOLE_ON_PAGES))
        refuse(s"The algorithm $name stores whole windows; their aggregates must stay")
    if (layout.isOnGrid && isCommutative(aggregation) != isCommutative(layout.aggregation))
      refuse(
        "Sliding windows store rows in another way if an aggregate depends on their order, " +
          s"and one does ${if (isCommutative(aggregation)) "now" else "no longer"}"
      )
  }

  private def isCommutative(aggregation: Aggregation[_]) = aggregation.is(Property.COMMUTATIVE)

  private def checkDistinct(names: Seq[String]): Unit =
    names.diff(names.distinct).foreach { name =>
      refuse(s"Two columns are named '$name'; rename one of them before the columns change")
    }

  private def checkColumn(column: StateFormat.Column): Unit = {
    val name = column.name
    before.input.find(_.name == name) match {
      case Some(old) if old.kind != column.kind =>
        refuse(s"The column '$name' was ${old.kind} and is ${column.kind}")
      case Some(old) if old.isNullable && !column.isNullable =>
        refuse(s"The column '$name' may be null in the state, but not in the query")
      case None if !column.isNullable =>
        refuse(s"The column '$name' is new, but cannot be null for the rows of the state")
      case _ =>
    }
  }

  /** Rejects a new type for a column of an aggregate: the aggregate would count as a new one. */
  private def checkTypes(added: StateFormat.Aggregate): Unit =
    before.aggregates
      .find { old =>
        old.aggregation == added.aggregation && old.columns.map(_.name) == added.columns.map(_.name)
      }
      .filter(_ != added)
      .foreach(old => refuse(s"The checkpoint has $old, but the query has $added"))

  private def refuse(reason: String): Nothing =
    throw new IllegalStateException(
      s"$reason. The checkpoint was written by sliding with the options ($before), but this query " +
        s"has ($now). Use the options of the checkpoint, or start with a new checkpoint."
    )
}
