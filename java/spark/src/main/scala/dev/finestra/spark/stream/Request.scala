package dev.finestra.spark.stream

/** What `sliding` is asked for, in the words of its options; nothing in it is resolved yet.
  *
  * @param by
  *   the columns of a key; of none there is one key for all rows
  * @param sizes
  *   of the windows, each with its label, which is empty where there is one size without a label
  * @param slide
  *   how far the windows are apart; without it each row has its own
  * @param session
  *   the gap that ends a session; then there is neither size nor slide
  */
private[spark] final case class Request(
    by: Seq[String],
    time: String,
    sizes: Seq[(String, Any)],
    slide: Option[Any],
    session: Option[Any],
    aggregates: Seq[Request.Aggregate],
    algorithm: String,
    late: String,
    emit: String
) {

  /** Whether results are emitted as they change, rather than once. */
  def isUpdating: Boolean = emit == Request.Updates

  /** Whether rows out of order correct what was emitted. */
  def isCorrecting: Boolean = late == Request.Update

  /** The name of an aggregate's column over the window of a label. */
  def column(aggregate: Request.Aggregate, label: String): String =
    if (label.isEmpty) aggregate.name else s"${aggregate.name}_$label"

  /** The columns of all aggregates, in the order of the answer. */
  def columns: Seq[String] =
    for (aggregate <- aggregates; (label, _) <- pieces) yield column(aggregate, label)

  /** What an aggregate has a column for each of: the sizes, or the session. */
  def pieces: Seq[(String, Any)] = session.fold(sizes)(gap => Seq("" -> gap))
}

private[spark] object Request {

  /** An aggregation, by its name, of columns of the input, and what its answer is called. */
  final case class Aggregate(name: String, aggregation: String, columns: Seq[String])

  val OnWatermark = "on_watermark"
  val Updates = "updates"
  val Drop = "drop"
  val Update = "update"
}
