package dev.finestra.spark.internal.over

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.Expression

/** Spark's expression that adds an interval to a timestamp. Its class has different names before
  * and since Spark 4.2.
  */
private[over] object AddInterval {
  private val make = Seq("TimestampAddInterval", "TimeAdd")
    .flatMap(name =>
      Try(Class.forName(s"org.apache.spark.sql.catalyst.expressions.$name")).toOption
    )
    .head
    .getConstructor(classOf[Expression], classOf[Expression], classOf[Option[_]])

  def apply(time: Expression, interval: Expression, zone: String): Expression =
    make.newInstance(time, interval, Some(zone)).asInstanceOf[Expression]
}
