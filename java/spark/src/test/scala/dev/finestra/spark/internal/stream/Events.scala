package dev.finestra.spark.internal.stream

import java.sql.Timestamp
import java.util.SplittableRandom

import org.apache.spark.sql.Row
import org.apache.spark.sql.types.StructType

/** Random rows of a stream: increasing times, out of order within the lateness, some equal; keys
  * that become idle; nulls.
  *
  * @param late
  *   the lateness in seconds
  */
final class Events(random: SplittableRandom, late: Int = 10) {
  private var newest = Events.First
  private var id = 0L

  def next(count: Int): Seq[Row] = {
    val reach = newest
    Seq.fill(count) {
      val millis = reach - late * 1000L + 1 + random.nextInt(late * 2000)
      row(random.nextInt(4), if (random.nextInt(3) == 0) millis else tick(millis, reach))
    }
  }

  /** A row so far ahead that it completes the windows of all others. */
  def last(): Seq[Row] = Seq(row(99, newest + Events.Far))

  private def tick(millis: Long, reach: Long) =
    math.max(millis / 500 * 500, reach - late * 1000L + 1)

  private def row(key: Int, millis: Long): Row = {
    newest = math.max(newest, millis)
    id += 1
    Row(
      id,
      key,
      new Timestamp(millis),
      if (random.nextInt(5) == 0) null else random.nextInt(1000) - 500,
      if (random.nextInt(9) == 0) null else random.nextInt(1000) / 8.0 + id / 1048576.0,
      Seq("a", "b", "c", null)(random.nextInt(4))
    )
  }
}

object Events {
  private val First = 1800000000000L
  private val Far = 1000000000L

  /** The last row has this time or a later one; all others are earlier. */
  val Last = new Timestamp(First + Far)

  val schema: StructType =
    StructType.fromDDL("id BIGINT, k INT, ts TIMESTAMP, i INT, d DOUBLE, s STRING")
}
