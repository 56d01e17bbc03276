package dev.finestra.spark.internal.over.columns

/** A function without an inverse over a moving frame, by two stacks that are arrays.
  *
  * The frame's values up to before `middle` are in the older stack, which holds one partial result
  * for each suffix of them. The values after that are in the newer stack, which is a single partial
  * result. A result merges one suffix with the newer stack. When the frame's start passes the
  * middle, all values become the older stack.
  *
  * Costs: for each value, it is added to either stack once, and one merge for each result.
  */
private[columns] abstract class ColumnStacks extends ColumnFunction {

  /** The first position after the older stack. */
  protected var middle = 0L

  /** The position of the first suffix. */
  protected var first = 0L

  /** The first position after the newer stack. */
  protected var end = 0L

  override def clear(): Unit = stackAll(0, 0)

  override def compute(block: FrameBlock): Unit = {
    var i = 0
    while (i < block.size) {
      if (block.from(i) > middle) stackAll(block.from(i), block.to(i))
      val begin = i
      while (i < block.size && block.from(i) <= middle) i += 1
      writeResults(block, begin, i)
    }
  }

  private def stackAll(from: Long, to: Long): Unit = {
    first = from
    middle = to
    end = to
    stack(from, to)
  }

  /** Fills the older stack with the suffixes of these values, and the empty suffix; empties the
    * newer stack.
    */
  protected def stack(from: Long, to: Long): Unit

  /** Writes the results for rows of a block, whose frames all start in the older stack or at its
    * end. First adds the frame's values to the newer stack.
    */
  protected def writeResults(block: FrameBlock, begin: Int, past: Int): Unit

  /** An array that holds so many suffixes and the empty one. */
  protected final def room(array: Array[Double], suffixes: Long): Array[Double] =
    if (array.length > suffixes) array else new Array[Double](2 * suffixes.toInt + 1)
}
