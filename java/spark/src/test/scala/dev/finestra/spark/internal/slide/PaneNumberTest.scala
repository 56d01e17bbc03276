package dev.finestra.spark.internal.slide

import java.util.SplittableRandom

import dev.finestra.windowing.WindowGrid
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, UnsafeProjection}
import org.apache.spark.sql.types.LongType
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** The generated code of [[PaneNumber]] numbers panes as the grid does, over all 64-bit times. */
class PaneNumberTest {
  @Test def generatedCodeAgreesWithTheGrid(): Unit = {
    val random = new SplittableRandom(20)
    for (_ <- 1 to 30) {
      val pane = 1 + random.nextLong(1000000)
      val (size, slide) = (pane * (1 + random.nextInt(9)), pane * (1 + random.nextInt(9)))
      val grid = WindowGrid.of(size, slide, random.nextLong())
      val generated = UnsafeProjection.create(
        PaneNumber(BoundReference(0, LongType, nullable = false), grid) :: Nil
      )
      val ends = Seq(Long.MinValue, Long.MaxValue, 0L, -1L, grid.offset, grid.offset - 1)
      val near = ends.map(_ / 4 + random.nextLong(-pane, pane))
      for (time <- ends ++ near ++ Seq.fill(50)(random.nextLong())) {
        val number = generated(InternalRow(time)).getLong(0)
        assertEquals(grid.paneNumber(time), number, s"$time in $grid")
      }
    }
  }
}
