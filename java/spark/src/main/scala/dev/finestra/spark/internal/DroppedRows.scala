package dev.finestra.spark.internal

import java.util.WeakHashMap

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession
import org.apache.spark.util.LongAccumulator

/** Counts the rows that Finestra drops: their time is null, or they are out of order where the
  * query says `late = "drop"`. The counters are accumulators of the context; the Spark UI shows
  * them with each stage that dropped rows.
  *
  * All instances are equal, so that Spark's optimizer sees two calls with the same arguments as
  * equal.
  */
private[spark] final class DroppedRows(rows: Option[LongAccumulator]) extends Serializable {
  def add(): Unit = add(1)
  def add(count: Int): Unit = if (count > 0) rows.foreach(_.add(count.toLong))

  override def equals(other: Any): Boolean = other.isInstanceOf[DroppedRows]
  override def hashCode: Int = 0
  override def toString: String = ""
}

private[spark] object DroppedRows {
  private val all = new WeakHashMap[SparkContext, (LongAccumulator, LongAccumulator)]

  /** The counter of rows without a time, in the session that analyzes the query. */
  def here: DroppedRows =
    new DroppedRows(SparkSession.getActiveSession.map(session => of(session.sparkContext)))

  /** The counter of rows without a time. */
  def in(context: SparkContext): DroppedRows = new DroppedRows(Some(of(context)))

  /** The counter of rows out of order. */
  def lateIn(context: SparkContext): DroppedRows = new DroppedRows(Some(lateOf(context)))

  /** The number of rows without a time that were dropped in a context so far. */
  def of(context: SparkContext): LongAccumulator = counters(context)._1

  /** The number of rows out of order that were dropped in a context so far. */
  def lateOf(context: SparkContext): LongAccumulator = counters(context)._2

  private def counters(context: SparkContext) = all.synchronized {
    def fresh(rows: String) = context.longAccumulator(s"finestra: rows $rows")
    all.computeIfAbsent(context, _ => (fresh("without a time"), fresh("out of order")))
  }
}
