package dev.finestra.spark

import java.util.WeakHashMap

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession
import org.apache.spark.util.LongAccumulator

/** Counts the rows that are left out, because their time is null or because they come out of order
  * where that is not allowed: an accumulator of the context, which the Spark UI shows with each
  * stage that left some out.
  *
  * All are equal, so that a function with one is the same function for Spark's optimizer.
  */
private[spark] final class LeftOut(rows: Option[LongAccumulator]) extends Serializable {
  def add(): Unit = add(1)
  def add(count: Int): Unit = if (count > 0) rows.foreach(_.add(count.toLong))

  override def equals(other: Any): Boolean = other.isInstanceOf[LeftOut]
  override def hashCode: Int = 0
  override def toString: String = ""
}

private[spark] object LeftOut {
  private val WithoutTime = "finestra: rows without a time"
  private val OutOfOrder = "finestra: rows out of order"
  private val all = new WeakHashMap[SparkContext, Map[String, LongAccumulator]]

  /** The counter of rows without a time, of the session that a query is analyzed in. */
  def here: LeftOut =
    new LeftOut(SparkSession.getActiveSession.map(session => of(session.sparkContext)))

  /** The counter of rows without a time. */
  def in(context: SparkContext): LeftOut = new LeftOut(Some(of(context)))

  /** The counter of rows out of order. */
  def lateIn(context: SparkContext): LeftOut = new LeftOut(Some(lateOf(context)))

  /** How many rows without a time were left out in a context so far. */
  def of(context: SparkContext): LongAccumulator = of(context, WithoutTime)

  /** How many rows out of order. */
  def lateOf(context: SparkContext): LongAccumulator = of(context, OutOfOrder)

  private def of(context: SparkContext, name: String): LongAccumulator = all.synchronized {
    val known = all.getOrDefault(context, Map.empty)
    known.getOrElse(
      name, {
        val fresh = context.longAccumulator(name)
        all.put(context, known.updated(name, fresh))
        fresh
      }
    )
  }
}
