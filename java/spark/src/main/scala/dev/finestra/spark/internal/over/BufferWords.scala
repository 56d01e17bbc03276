package dev.finestra.spark.internal.over

import org.apache.spark.sql.catalyst.InternalRow

/** The words of one function in a buffer that is an array of words. It merges and evaluates them
  * there; Spark's function would read them one by one from rows.
  */
private[over] trait BufferWords {

  /** Merges two buffers, given by the index of their first field, into a third one, which may be
    * either of them.
    */
  def merge(
      older: Array[Long],
      o: Int,
      newer: Array[Long],
      n: Int,
      to: Array[Long],
      t: Int
  ): Unit

  /** Writes the function's result for a buffer into a field of the target; false if the function
    * itself must compute it.
    */
  def writeResult(buffer: Array[Long], b: Int, target: InternalRow, ordinal: Int): Boolean
}
