package dev.finestra.spark.internal.slide

import dev.finestra.windowing.WindowGrid
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.codegen.{CodegenContext, ExprCode}
import org.apache.spark.sql.types._

/** The number of the pane that contains a time in microseconds, as [[WindowGrid.paneNumber]]; the
  * same arithmetic is generated as code.
  */
private[slide] final case class SliceOf(child: Expression, grid: WindowGrid)
    extends UnaryExpression {
  override def nullIntolerant: Boolean = true
  override def dataType: DataType = LongType
  override def prettyName: String = "finestra_slice"

  override protected def nullSafeEval(time: Any): Any = grid.paneNumber(time.asInstanceOf[Long])

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val width = grid.pane
    val (whole, rest) = (grid.offset / width, grid.offset % width)
    defineCodeGen(
      ctx,
      ev,
      t =>
        s"(Math.floorDiv($t, ${width}L) - ${whole}L" +
          (if (rest == 0) ")" else s" - (Math.floorMod($t, ${width}L) < ${rest}L ? 1L : 0L))")
    )
  }

  override protected def withNewChildInternal(fresh: Expression): SliceOf = copy(child = fresh)
}
