package dev.finestra.spark

import java.time.Instant

import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.aggregation.Aggregations
import org.apache.spark.sql.{classic, Encoder, Encoders, SparkSession}
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.expressions.{Aggregator, UserDefinedFunction}
import org.apache.spark.sql.functions
import org.apache.spark.sql.types.{DoubleType, StringType, TimestampType}
import org.apache.spark.unsafe.types.UTF8String

/** The aggregate of the doubles of the last `size` before a group's newest time, for programs on
  * the JVM: typed over a `Dataset`, or as a column function by [[FibaAggregator.udaf]].
  *
  * The functions of [[FinestraExtensions]] take columns of every type and answer in that type; this
  * class is for where an `Aggregator` is what one needs.
  */
final class FibaAggregator(aggregation: String, size: String, algorithm: String)
    extends Aggregator[FibaAggregator.Event, FibaBuffer, java.lang.Double] {
  private val width = TimeType
    .of("FibaAggregator", TimestampType)
    .length("size", UTF8String.fromString(size), StringType)

  FibaAggregator.check(aggregation, algorithm)

  def this(aggregation: String, size: String) = this(aggregation, size, "b_fiba4")

  override def zero: FibaBuffer = new FibaBuffer(aggregation, algorithm)

  override def reduce(buffer: FibaBuffer, event: FibaAggregator.Event): FibaBuffer = {
    if (event.time != null) {
      buffer.events.insert(DateTimeUtils.instantToMicros(event.time), event.value)
    }
    trimmed(buffer)
  }

  override def merge(buffer: FibaBuffer, other: FibaBuffer): FibaBuffer = {
    buffer.events.merge(other.events)
    trimmed(buffer)
  }

  override def finish(buffer: FibaBuffer): java.lang.Double =
    buffer.events.window.query().asInstanceOf[java.lang.Double]

  override def bufferEncoder: Encoder[FibaBuffer] = Encoders.javaSerialization[FibaBuffer]
  override def outputEncoder: Encoder[java.lang.Double] = Encoders.DOUBLE

  private def trimmed(buffer: FibaBuffer): FibaBuffer = {
    buffer.events.keepLast(width)
    buffer
  }
}

object FibaAggregator {

  /** What is aggregated; without a time it is left out, without a value it only has a time. */
  final case class Event(value: java.lang.Double, time: Instant)

  /** The aggregator as a function of two columns, a DOUBLE and a TIMESTAMP. */
  def udaf(aggregation: String, size: String, algorithm: String): UserDefinedFunction =
    functions.udaf(new FibaAggregator(aggregation, size, algorithm), Encoders.product[Event])

  /** Registers a function of (value, time) under a name of one's own in a classic session:
    * `finestra_last` with the aggregation, the size and the algorithm filled in.
    */
  def register(
      spark: SparkSession,
      name: String,
      aggregation: String,
      size: String,
      algorithm: String
  ): Unit = {
    Exact.algorithm(algorithm)
    checkName(aggregation)
    val build = (arguments: Seq[Expression]) => {
      Functions.checkArity(name, 2 to 2, arguments.size)
      val Seq(value, time) = arguments: @unchecked
      WindowAggregate(
        Kind.Last,
        Seq(Literal(aggregation), value, time, Literal(size), Literal(algorithm))
      )
    }
    spark match {
      case session: classic.SparkSession =>
        session.sessionState.functionRegistry.createOrReplaceTempFunction(name, build, "scala_udf")
      case _ =>
        throw new UnsupportedOperationException(
          "a function can be registered in a classic session only; in Connect call finestra_last"
        )
    }
  }

  private def check(aggregation: String, algorithm: String): Unit = {
    val choice = Choice.of(aggregation, Seq(DoubleType))
    if (choice.answer.spark != DoubleType) {
      throw new IllegalArgumentException(
        s"FibaAggregator answers doubles, and '$aggregation' does not; use the function " +
          "finestra_last"
      )
    }
    Exact.algorithm(algorithm)
    Events.of(algorithm, choice.aggregation)
  }

  private def checkName(aggregation: String): Unit = {
    val tries = ValueType.values.map(v => scala.util.Try(Aggregations.of(aggregation, v)))
    if (tries.forall(_.isFailure)) {
      tries.head.get
    }
  }
}
