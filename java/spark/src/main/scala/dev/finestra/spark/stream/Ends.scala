package dev.finestra.spark.stream

import scala.collection.mutable.ArrayBuffer

/** The ends of windows of a size, one every slide, as Spark's `window` has them. */
private[stream] final case class Ends(size: Long, slide: Long) {

  /** The first that is after a time. */
  def after(time: Long): Long = time - Math.floorMod(time - size, slide) + slide

  /** Those of the windows that have one of these times, which are sorted; each once, in order. */
  def of(times: Array[Long]): Array[Long] = {
    val ends = ArrayBuffer.empty[Long]
    var next = Long.MinValue
    times.foreach { time =>
      next = math.max(next, after(time))
      while (next - size <= time) {
        ends += next
        next += slide
      }
    }
    ends.toArray
  }
}
