package dev.finestra.spark.internal.over

import java.lang.reflect.Constructor

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.Expression

/** Spark's expression that adds an interval to a timestamp. Its class has different names before
  * and since Spark 4.2.
  */
private[over] object AddInterval {
  private val expression: Class[_] = Try(named("TimestampAddInterval")).getOrElse(named("TimeAdd"))
  private val make: Constructor[_] =
    expression.getConstructor(classOf[Expression], classOf[Expression], classOf[Option[_]])

  private def named(name: String): Class[_] =
    Class.forName(s"org.apache.spark.sql.catalyst.expressions.$name")

  def apply(time: Expression, interval: Expression, zone: String): Expression =
    make.newInstance(time, interval, Some(zone)).asInstanceOf[Expression]
}
