package dev.finestra.spark.internal.stream

import org.apache.spark.sql.{Encoder, Encoders}

/** The state of a key in Spark's state store, as its `statestore` data source shows it: a header,
  * the pages of its windows, and pending rows.
  */
private[spark] object StreamState {

  /** The state variables' names. */
  val HeaderName = "header"
  val PagesName = "pages"
  val PendingName = "waiting"

  /** The layout of headers, pages and pending rows. */
  val Format = 1

  /** The header of a key, in one entry.
    *
    * @param format
    *   the layout of this and of all other state of the key
    * @param options
    *   the options of `sliding` that wrote the state; other options cannot restore it
    * @param key
    *   the bytes of the windowing module's `KeyHeader`: the timer (in milliseconds), the next
    *   result, the sessions
    * @param newest
    *   the newest time that a row had, in microseconds
    */
  final case class Header(
      format: Int,
      options: String,
      key: Array[Byte],
      newest: Long,
      windows: Seq[WindowHeader],
      runs: Seq[Run]
  ) {

    /** Rejects state that this build, or a query with these options, cannot restore. */
    def check(now: String): Unit = {
      if (format != Format) {
        throw new IllegalStateException(
          s"The checkpoint has state of format $format; this build reads format $Format. Restore " +
            "it with the release of Finestra that wrote it, or start with a new checkpoint."
        )
      }
      if (options != now) {
        throw new IllegalStateException(
          s"The checkpoint was written by sliding with the options ($options), but this query has " +
            s"($now). Use the options of the checkpoint, or start with a new checkpoint."
        )
      }
    }
  }

  /** A page of a window: times and links, and partial results, as words or as serialized objects.
    */
  final case class Page(longs: Array[Long], words: Array[Long], objects: Array[Byte])

  /** The header of the window of an aggregate. */
  final case class WindowHeader(window: String, page: Page)

  final case class PageKey(window: String, page: Int)

  /** Pending rows in time order, in chunks numbered from `first` to before `next`. The first `gone`
    * rows of chunk `first` were removed; `from` and `to` are the times of the first and last row
    * left.
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
