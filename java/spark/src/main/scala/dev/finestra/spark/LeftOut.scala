package dev.finestra.spark

import java.util.WeakHashMap

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession
import org.apache.spark.util.LongAccumulator

/** Counts the rows that functions leave out because their time is null: an accumulator of the
  * context, which the Spark UI shows with each stage that left some out.
  *
  * All are equal, so that a function with one is the same function for Spark's optimizer.
  */
private[spark] final class LeftOut(rows: Option[LongAccumulator]) extends Serializable {
  def add(): Unit = rows.foreach(_.add(1L))

  override def equals(other: Any): Boolean = other.isInstanceOf[LeftOut]
  override def hashCode: Int = 0
  override def toString: String = ""
}

private[spark] object LeftOut {
  private val Name = "finestra: rows without a time"
  private val all = new WeakHashMap[SparkContext, LongAccumulator]

  /** The counter of the session that a query is analyzed in. */
  def here: LeftOut =
    new LeftOut(SparkSession.getActiveSession.map(session => of(session.sparkContext)))

  /** How many rows were left out in a context so far. */
  def of(context: SparkContext): LongAccumulator =
    all.synchronized(all.computeIfAbsent(context, _.longAccumulator(Name)))
}
