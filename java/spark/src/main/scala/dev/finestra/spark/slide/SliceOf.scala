package dev.finestra.spark.slide

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.codegen.{CodegenContext, ExprCode}
import org.apache.spark.sql.types._

/** The number of the slice that has a time in microseconds: the floor of (time - offset) / width,
  * with no intermediate result that can overflow where the number itself does not.
  */
private[slide] final case class SliceOf(child: Expression, width: Long, offset: Long)
    extends UnaryExpression {
  override def nullIntolerant: Boolean = true
  override def dataType: DataType = LongType
  override def prettyName: String = "finestra_slice"

  private val (whole, rest) = (Math.floorDiv(offset, width), Math.floorMod(offset, width))

  override protected def nullSafeEval(time: Any): Any = {
    val t = time.asInstanceOf[Long]
    Math.floorDiv(t, width) - whole - (if (Math.floorMod(t, width) < rest) 1 else 0)
  }

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode =
    defineCodeGen(
      ctx,
      ev,
      t =>
        s"(Math.floorDiv($t, ${width}L) - ${whole}L" +
          (if (rest == 0) ")" else s" - (Math.floorMod($t, ${width}L) < ${rest}L ? 1L : 0L))")
    )

  override protected def withNewChildInternal(fresh: Expression): SliceOf = copy(child = fresh)
}
