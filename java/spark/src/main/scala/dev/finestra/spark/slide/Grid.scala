package dev.finestra.spark.slide

/** The windows `[start, start + size)` of which one starts each slide, in microseconds, and the
  * slices that they share: each window is a whole number of slices, and each slice lies in a window
  * whole or not at all.
  *
  * Windows and slices are numbered, both from the offset, so that nothing overflows but the start
  * or the end of a window that lies outside the range of times.
  */
private[slide] final case class Grid(size: Long, slide: Long, offset: Long) {

  /** How long a slice is: the greatest that divides both. */
  val width: Long = BigInt(size).gcd(BigInt(slide)).toLong

  private val every = slide / width
  private val length = size / width

  /** In how many windows a time is at most. */
  def copies: Long = (size + slide - 1) / slide

  /** The first window that has this slice. */
  def firstWindow(slice: Long): Long = -Math.floorDiv(length - 1 - slice, every)

  /** The first slice of a window. */
  def firstSlice(window: Long): Long = window * every

  /** The first slice after a window. */
  def pastSlice(window: Long): Long = window * every + length

  /** Where a window starts and where it ends; an error where that is no time. */
  def start(window: Long): Long = inRange(window, Math.multiplyExact(window, slide))

  def end(window: Long): Long =
    inRange(window, Math.addExact(Math.multiplyExact(window, slide), size))

  private def inRange(window: Long, sinceOffset: => Long): Long =
    try Math.addExact(sinceOffset, offset)
    catch {
      case _: ArithmeticException =>
        throw new ArithmeticException(
          s"window $window of $size microseconds every $slide starts or ends outside the range of " +
            "timestamps; leave out the times at its ends, or set spark.finestra.slide.enabled to false"
        )
    }
}

private[slide] object Grid {

  /** A grid whose offset is the least of those that mean the same. */
  def of(size: Long, slide: Long, start: Long): Grid =
    Grid(size, slide, Math.floorMod(start, slide))
}
