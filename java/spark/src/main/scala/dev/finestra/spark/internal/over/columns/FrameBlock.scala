package dev.finestra.spark.internal.over.columns

/** One frame at consecutive rows: at row i it holds the rows from `from(i)` until before `to(i)`.
  * Neither decreases from one row to the next.
  */
private[over] final class FrameBlock {
  val from = new Array[Long](FrameBlock.Rows)
  val to = new Array[Long](FrameBlock.Rows)
  var size = 0
}

private[over] object FrameBlock {

  /** The most rows that are computed at once. */
  final val Rows = 64
}
