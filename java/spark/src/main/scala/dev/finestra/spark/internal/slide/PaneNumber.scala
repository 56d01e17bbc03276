package dev.finestra.spark.internal.slide

import dev.finestra.spark.internal.NullForNull
import dev.finestra.windowing.WindowGrid
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.codegen.{CodegenContext, ExprCode}
import org.apache.spark.sql.types._

/** The number of the pane that contains a time in microseconds, as [[WindowGrid.paneNumber]]; the
  * same arithmetic is generated as code.
  */
private[slide] final case class PaneNumber(child: Expression, grid: WindowGrid)
    extends UnaryExpression
    with NullForNull {
  override def dataType: DataType = LongType
  override def prettyName: String = "finestra_pane"

  override protected def nullSafeEval(time: Any): Any = grid.paneNumber(time.asInstanceOf[Long])

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val (slide, offset, part) = (s"${grid.slide}L", s"${grid.offset}L", grid.size % grid.slide)
    defineCodeGen(
      ctx,
      ev,
      t => {
        val since = s"Math.floorMod($t, $slide) - $offset"
        val slides = s"(Math.floorDiv($t, $slide) - ($since < 0 ? 1L : 0L))"
        if (part == 0) slides
        else s"(2L * $slides + (Math.floorMod($since, $slide) < ${part}L ? 0L : 1L))"
      }
    )
  }

  override protected def withNewChildInternal(fresh: Expression): PaneNumber = copy(child = fresh)
}
