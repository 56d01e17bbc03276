package dev.finestra.spark.internal.query

import java.util.{
  LinkedHashMap => JLinkedHashMap,
  List => JList,
  Map => JMap,
  SortedMap => JSortedMap
}

import dev.finestra.internal.name.Nearest
import dev.finestra.spark.internal.ExactAlgorithms
import dev.finestra.spark.internal.JavaCollections._
import org.apache.spark.sql.{DataFrame, Dataset}

/** The options of `sliding` by name, checked one by one and against each other. [[SlidingQuery]]
  * checks what depends on the input's columns.
  *
  * Values come from Scala, Java or Python. Where order matters, a map may be given as a list of
  * lists, each of which begins with the name.
  */
private[spark] final class SlidingOptions(all: Map[String, Any]) {
  import SlidingOptions._

  all.keys.find(!Names.contains(_)).foreach { name =>
    refuse(s"There is no option '$name'; the options are ${Names.mkString(", ")}.")
  }

  /** The distance between windows; without it, each row has its own window. */
  val slide: Option[Any] = get("slide")

  /** The gap that ends a session; then there is neither size nor slide. */
  val session: Option[Any] = get("session")

  val emit: String = oneOf("emit", "on_watermark", "updates", "changes")
  val late: String = oneOf("late", "drop", "update")

  /** Whether results are emitted as they change, not once. */
  val isUpdating: Boolean = emit == "updates"

  /** Whether a key has a result whenever that of its window changes. */
  val emitsChanges: Boolean = emit == "changes"

  /** The length of the intervals for which a key has one result. */
  val rate: Option[Any] = get("rate")

  /** Whether rows out of order correct results that were emitted. */
  val isCorrecting: Boolean = late == "update"

  if (isCorrecting && !isUpdating) {
    refuse(
      "late is 'update', which corrects results that were emitted before; this needs " +
        s"emit = 'updates', not '$emit'."
    )
  }
  if (rate.isDefined && !emitsChanges) {
    refuse(s"rate is given, but emit is '$emit'; use emit = 'changes', or leave rate out.")
  }
  if (emitsChanges) {
    Seq("slide", "session").filter(get(_).isDefined).foreach { name =>
      refuse(
        s"emit is 'changes', which does not fit $name: such a window does not move with the time; " +
          s"leave $name out, or use emit = 'on_watermark'."
      )
    }
  }
  session.foreach { _ =>
    Seq("size", "slide").filter(get(_).isDefined).foreach { other =>
      refuse(
        s"session and $other are both given, but a session has no $other; leave out one of them."
      )
    }
    if (isUpdating) {
      refuse(
        "emit is 'updates', but an update cannot replace a session, because its end changes as it " +
          "grows; use emit = 'on_watermark'."
      )
    }
  }

  /** The rows with which a stream starts, and the time up to which they are complete. */
  val history: Option[(DataFrame, Any)] = (get("history"), get("until")) match {
    case (None, None)                          => None
    case (Some(rows: Dataset[_]), Some(until)) => Some((rows.toDF(), until))
    case (Some(other), Some(_)) => refuse(s"history is $other; it must be a DataFrame.")
    case (Some(_), None)        =>
      refuse("history is given without until; give the time up to which it is complete.")
    case (None, Some(_)) =>
      refuse("until is given without history; give a DataFrame with the rows before that time.")
  }

  if (history.isDefined && isUpdating) {
    refuse(
      "history is given, but emit is 'updates', with which a stream has no history; use another emission."
    )
  }

  /** The sizes by label, or the session's gap. A single size may have an empty label. */
  val sizes: Seq[(String, Any)] = session.fold(allSizes)(gap => Seq("" -> gap))

  /** The columns of the key; without any, all rows have one key. */
  val by: Seq[String] = names("by")

  val time: String = text("time", required("time", "the column of the event time"))
  val aggregates: Seq[Aggregate] = allAggregates
  val algorithm: String = get("algorithm").fold(ExactAlgorithms.Default)(text("algorithm", _))

  /** The name of an aggregate's column for the size of a label. */
  def column(aggregate: Aggregate, label: String): String =
    if (label.isEmpty) aggregate.name else s"${aggregate.name}_$label"

  /** The columns of all aggregates, in the result's order. */
  def columns: Seq[String] =
    for (aggregate <- aggregates; (label, _) <- sizes) yield column(aggregate, label)

  private def get(name: String): Option[Any] = all.get(name).filter(_ != null)

  private def required(name: String, what: String): Any =
    get(name).getOrElse(refuse(s"The option $name is missing; it is $what."))

  private def allSizes: Seq[(String, Any)] =
    required("size", "the length of a window, such as '1 hour'") match {
      case several @ (_: JMap[_, _] | _: collection.Map[_, _] | _: JList[_] | _: Seq[_]) =>
        val sizes = entries("size", several).map {
          case (label, Seq(size)) => label -> size
          case (label, other)     =>
            val parts = other.mkString(", ")
            refuse(s"size '$label' is $parts; it must be one size, such as '1 hour'.")
        }
        if (sizes.isEmpty) refuse("size is empty; give a size, such as '1 hour'.")
        distinct("size", sizes.map(_._1))
        sizes
      case one => Seq("" -> one)
    }

  private def allAggregates: Seq[Aggregate] = {
    val example = "such as {\"top\": (\"max\", \"price\")}"
    val all =
      entries("aggregates", required("aggregates", s"the aggregates by name, $example")).map {
        case (name, aggregation +: columns) =>
          val from = columns.map(text(s"a column of the aggregate '$name'", _))
          Aggregate(name, text(s"the aggregation of '$name'", aggregation), from)
        case (name, _) =>
          refuse(s"The aggregate '$name' is empty; name an aggregation and its columns, $example.")
      }
    if (all.isEmpty) refuse(s"aggregates is empty; name at least one, $example.")
    distinct("aggregates", all.map(_.name))
    all
  }

  private def names(option: String): Seq[String] = get(option) match {
    case None               => Nil
    case Some(name: String) => Seq(name)
    case Some(several)      =>
      val all = items(option, several).map(text(s"a column of $option", _))
      distinct(option, all)
      all
  }

  private def oneOf(name: String, values: String*): String =
    get(name).fold(values.head)(text(name, _)) match {
      case value if values.contains(value) => value
      case value => refuse(s"$name is '$value'; it must be ${values.mkString("'", "' or '", "'")}.")
    }
}

private[spark] object SlidingOptions {

  /** A result's name, the aggregation's name, and the input's columns that it aggregates. */
  final case class Aggregate(name: String, aggregation: String, columns: Seq[String])

  private val Names = Seq("by", "time", "size", "slide", "session", "aggregates") ++
    Seq("algorithm", "late", "emit", "rate", "history", "until")

  def refuse(sentence: String): Nothing = throw new IllegalArgumentException(sentence)

  /** Rejects a column that the input does not have; the message names the nearest ones. */
  def checkColumn(
      what: String,
      name: String,
      columns: Seq[String],
      input: String = "the input"
  ): Unit =
    if (!columns.contains(name)) {
      val near = Nearest.to(name, columns.asJava).asScala.mkString(", ")
      refuse(s"$what is '$name', but $input has no such column; the nearest are $near.")
    }

  private def text(what: String, value: Any): String = value match {
    case text: String if text.nonEmpty => text
    case other => refuse(s"$what is '$other'; it must be a string that is not empty.")
  }

  private def distinct(what: String, names: Seq[String]): Unit =
    names.diff(names.distinct).headOption.foreach { twice =>
      refuse(s"$what has '$twice' twice; name it once.")
    }

  private def items(what: String, value: Any): Seq[Any] = value match {
    case list: JList[_]          => list.asScala.toSeq
    case array: Array[_]         => array.toSeq
    case product: Product2[_, _] => product.productIterator.toSeq
    case all: Iterable[_]        => all.toSeq
    case product: Product        => product.productIterator.toSeq
    case other                   => refuse(s"$what is $other; it must be a list of names.")
  }

  /** The entries in the map's order if it has one; otherwise sorted by name, because the order of
    * `Map.of` differs in each JVM.
    */
  private def ordered(map: JMap[_, _]): Seq[(Any, Any)] = map match {
    case _: JLinkedHashMap[_, _] | _: JSortedMap[_, _] => map.asScala.toSeq
    case _                                             => map.asScala.toSeq.sortBy(e => s"${e._1}")
  }

  /** The entries of a map, or of a list of lists that begin with the name; each value as a list. */
  private def entries(what: String, value: Any): Seq[(String, Seq[Any])] = {
    def listed(value: Any): Seq[Any] = value match {
      case one @ (_: String | _: Number | _: java.time.Duration) => Seq(one)
      case several                                               => items(what, several)
    }
    val lists = value match {
      case map: JMap[_, _]           => ordered(map).map(e => e._1 +: listed(e._2))
      case map: collection.Map[_, _] => map.toSeq.map(e => e._1 +: listed(e._2))
      case other                     => items(what, other).map(listed)
    }
    lists.map {
      case name +: rest => text(what, name) -> rest
      case _            => refuse(s"$what has an empty entry; each entry needs a name.")
    }
  }
}
