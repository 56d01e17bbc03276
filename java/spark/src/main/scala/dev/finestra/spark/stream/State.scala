package dev.finestra.spark.stream

import org.apache.spark.sql.Encoder
import org.apache.spark.sql.Encoders

/** What the state of a key is made of, as Spark's state store has it, and as its `statestore` data
  * source shows it: a header, the pages of its windows, and the rows that wait.
  */
private[spark] object State {

  /** A time that never comes; also no timer. */
  val Never: Long = Long.MaxValue

  /** A time and a length, or [[Never]] where that is past the end of all times. */
  def plus(time: Long, length: Long): Long = {
    val sum = time + length
    if (length > 0 && sum < time) Never else sum
  }

  /** The state variables' names. */
  val HeaderName = "header"
  val PagesName = "pages"
  val WaitingName = "waiting"

  /** How headers, pages and waiting rows are laid out; a build goes on with what it knows. */
  val Format = 1

  /** What there is of a key, in one entry.
    *
    * @param format
    *   the layout of this and of all other state of the key
    * @param options
    *   what `sliding` was asked for when the key was new; state of other options is refused
    * @param timer
    *   in milliseconds, when the key is looked at without new rows
    * @param done
    *   the end of the last window that was emitted once, in microseconds
    * @param newest
    *   the newest time that a row had, in microseconds
    */
  final case class Header(
      format: Int,
      options: String,
      timer: Long,
      done: Long,
      newest: Long,
      windows: Seq[WindowHeader],
      sessions: Seq[Session],
      runs: Seq[Run]
  ) {

    /** Refuses what this build, or a query with these options, cannot go on with. */
    def check(now: String): Unit = {
      if (format != Format) {
        throw new IllegalStateException(
          s"the checkpoint has state of format $format; this build reads format $Format: go on " +
            "with the Finestra that wrote it, or start the query with a new checkpoint"
        )
      }
      // Older headers say nothing of types, or of the key, the time and late rows either.
      if (options != now && !now.startsWith(s"$options; ")) {
        throw new IllegalStateException(
          s"the checkpoint was made by sliding with other options ($options) than these ($now); " +
            "start the query with a new checkpoint, or with those options"
        )
      }
    }
  }

  /** A page of a window: times and links, and partial aggregates, either words or written objects.
    */
  final case class Page(longs: Array[Long], words: Array[Long], objects: Array[Byte])

  /** The header of the window of an aggregate. */
  final case class WindowHeader(window: String, page: Page)

  final case class PageKey(window: String, page: Int)

  /** An open session: the times of its first and last rows. */
  final case class Session(from: Long, to: Long)

  /** Waiting rows in the order of their times, in chunks: those from `first` to before `next`, of
    * the first of which so many are gone; and the times of the first and last rows that there are.
    */
  final case class Run(
      run: Int,
      first: Long,
      next: Long,
      gone: Int,
      rows: Long,
      from: Long,
      to: Long
  )

  final case class ChunkKey(run: Int, chunk: Long)

  val headers: Encoder[Header] = Encoders.product[Header]
  val pages: Encoder[Page] = Encoders.product[Page]
  val pageKeys: Encoder[PageKey] = Encoders.product[PageKey]
  val chunkKeys: Encoder[ChunkKey] = Encoders.product[ChunkKey]
}
