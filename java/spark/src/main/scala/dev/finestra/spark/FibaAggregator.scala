package dev.finestra.spark

import java.time.Instant

import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.aggregation.Aggregations
import dev.finestra.spark.internal.{classic, ExactAlgorithms}
import dev.finestra.spark.internal.functions.{
  EventBuffer,
  SqlFunctions,
  FinestraFunction,
  GroupAggregate,
  WindowAggregate
}
import dev.finestra.spark.internal.types.{ColumnAggregation, TimeType}
import org.apache.spark.sql.{Encoder, Encoders, SparkSession}
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.expressions.{Aggregator, UserDefinedFunction}
import org.apache.spark.sql.functions
import org.apache.spark.sql.types.{DoubleType, StringType, TimestampType}
import org.apache.spark.unsafe.types.UTF8String

/** Aggregates the doubles of the last `size` before a group's newest time, for programs on the JVM:
  * typed over a `Dataset`, or as a column function made by [[FibaAggregator.udaf]].
  *
  * Use it where an `Aggregator` is required. Elsewhere the function `finestra_last` is better: it
  * accepts columns of every type and returns that type.
  */
final class FibaAggregator(aggregation: String, size: String, algorithm: String)
    extends Aggregator[FibaAggregator.Event, FibaBuffer, java.lang.Double] {
  private val width = TimeType
    .of("FibaAggregator", TimestampType)
    .length("size", UTF8String.fromString(size), StringType)

  FibaAggregator.check(aggregation, algorithm)

  def this(aggregation: String, size: String) = this(aggregation, size, ExactAlgorithms.Default)

  override def zero: FibaBuffer = new FibaBuffer(aggregation, algorithm)

  override def reduce(buffer: FibaBuffer, event: FibaAggregator.Event): FibaBuffer = {
    if (event.time != null) {
      buffer.events.insert(DateTimeUtils.instantToMicros(event.time), event.value)
    }
    buffer.events.keepLast(width)
    buffer
  }

  override def merge(buffer: FibaBuffer, other: FibaBuffer): FibaBuffer = {
    buffer.events.merge(other.events).keepLast(width)
    buffer
  }

  override def finish(buffer: FibaBuffer): java.lang.Double =
    buffer.events.window.query().asInstanceOf[java.lang.Double]

  override def bufferEncoder: Encoder[FibaBuffer] = Encoders.javaSerialization[FibaBuffer]
  override def outputEncoder: Encoder[java.lang.Double] = Encoders.DOUBLE
}

object FibaAggregator {

  /** A value and its time. An event without a time is dropped; an event without a value still moves
    * the newest time.
    */
  final case class Event(value: java.lang.Double, time: Instant)

  /** The aggregator as a function of two columns, a DOUBLE and a TIMESTAMP. */
  def udaf(aggregation: String, size: String, algorithm: String): UserDefinedFunction =
    functions.udaf(new FibaAggregator(aggregation, size, algorithm), Encoders.product[Event])

  /** Registers a function of (value, time) in a classic session: `finestra_last` with the
    * aggregation, the size and the algorithm filled in.
    */
  def register(
      spark: SparkSession,
      name: String,
      aggregation: String,
      size: String,
      algorithm: String
  ): Unit = {
    ExactAlgorithms.check(algorithm)
    checkName(aggregation)
    create(spark, name, FinestraFunction.Last.name) { arguments =>
      SqlFunctions.checkArity(name, 2 to 2, arguments.size)
      val Seq(value, time) = arguments: @unchecked
      WindowAggregate(
        FinestraFunction.Last,
        Seq(Literal(aggregation), value, time, Literal(size), Literal(algorithm))
      )
    }
  }

  /** Registers a function of (value, …) in a classic session: `finestra_agg` with the aggregation
    * filled in, also for `OVER`.
    */
  def register(spark: SparkSession, name: String, aggregation: String): Unit = {
    checkName(aggregation)
    create(spark, name, GroupAggregate.Name) { arguments =>
      GroupAggregate(Literal(aggregation) +: arguments)
    }
  }

  private def create(spark: SparkSession, name: String, function: String)(
      build: Seq[Expression] => Expression
  ): Unit =
    spark match {
      case session: classic.SparkSession =>
        session.sessionState.functionRegistry.createOrReplaceTempFunction(name, build, "scala_udf")
      case _ =>
        throw new UnsupportedOperationException(
          s"A function can be registered in a classic session only; in Spark Connect call $function."
        )
    }

  private def check(aggregation: String, algorithm: String): Unit = {
    val choice = ColumnAggregation.of(aggregation, Seq(DoubleType))
    if (choice.result.spark != DoubleType) {
      throw new IllegalArgumentException(
        s"FibaAggregator returns doubles, and '$aggregation' does not; use the function " +
          "finestra_last."
      )
    }
    ExactAlgorithms.check(algorithm)
    EventBuffer.of(algorithm, choice.aggregation)
  }

  private def checkName(aggregation: String): Unit = {
    val tries = ValueType.values.map(v => scala.util.Try(Aggregations.of(aggregation, v)))
    if (tries.forall(_.isFailure)) tries.head.get: Unit
  }
}
