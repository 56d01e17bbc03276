package dev.finestra.spark.stream

import org.apache.spark.sql.Row

/** Sessions: rows of which each comes within a gap of the one before, answered once when the
  * watermark has come to the end, which is the last row's time and the gap.
  *
  * Invariant: the sessions of a key are in order and more than a gap apart, and the windows hold
  * their rows and no others.
  */
private[spark] final class PerSession(layout: Layout) extends Processor(layout) {
  private val gap = layout.size

  private def end(session: State.Session): Long = State.plus(session.to, gap)

  override protected def take(key: Key, arrived: Arrived, watermark: Long): Iterator[Row] = {
    val singles = arrived.times.distinct.map(time => State.Session(time, time)).toSeq
    key.sessions = joined((key.sessions ++ singles).sortBy(_.from))
    trees.bulkInsert(arrived.times, arrived.rows, 0, arrived.size)
    Iterator.empty
  }

  /** Sessions in order, those that are no more than a gap apart made one. */
  private def joined(sessions: Seq[State.Session]): Seq[State.Session] =
    sessions
      .foldLeft(List.empty[State.Session]) {
        case (last :: before, next) if next.from - last.to <= gap =>
          last.copy(to = math.max(last.to, next.to)) :: before
        case (before, next) => next :: before
      }
      .reverse

  override protected def fire(key: Key, watermark: Long): Iterator[Row] =
    Iterator
      .continually(key.sessions.headOption)
      .takeWhile(_.exists(end(_) <= watermark))
      .flatten
      .map { session =>
        val answers = trees.answers(Array(session.from), session.to)
        trees.bulkEvict(session.to)
        key.sessions = key.sessions.tail
        Row.fromSeq(key.name.toSeq ++ Seq(session.from, end(session)) ++ answers)
      }

  override protected def due(key: Key): Long =
    key.sessions.headOption.fold(State.Never)(end)
}
