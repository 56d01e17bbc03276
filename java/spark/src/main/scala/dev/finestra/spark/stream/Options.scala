package dev.finestra.spark.stream

import java.util.{
  LinkedHashMap => JLinkedHashMap,
  List => JList,
  Map => JMap,
  SortedMap => JSortedMap
}

import scala.jdk.CollectionConverters._

import dev.finestra.name.Nearest

/** The options of `sliding` by name, checked one by one and against each other; what depends on the
  * input's columns is checked by [[Sliding]].
  *
  * Values come from Scala, from Java, and from Python by way of a gateway: so a map may also be a
  * list of lists, each beginning with a name, where the order matters and the map has none.
  */
private[spark] final class Options(all: Map[String, Any]) {
  import Options._

  def request: Request = {
    all.keys.find(!Names.contains(_)).foreach { name =>
      refuse(s"there is no option '$name'; the options are ${Names.mkString(", ")}")
    }
    val slide = get("slide")
    val session = get("session")
    val emit = oneOf("emit", Request.OnWatermark, Request.Updates)
    val late = oneOf("late", Request.Drop, Request.Update)
    if (late == Request.Update && emit != Request.Updates) {
      refuse(
        "late is 'update', which corrects results that were emitted before; that needs " +
          s"emit = 'updates', not '$emit', which emits each result once"
      )
    }
    session.foreach { _ =>
      Seq("size", "slide").filter(get(_).isDefined).foreach { other =>
        refuse(s"session and $other are both given; a session ends by its gap, so leave out $other")
      }
      if (emit == Request.Updates) {
        refuse(
          "emit is 'updates', but a session that grows becomes another one, which an update cannot " +
            "say; use emit = 'on_watermark'"
        )
      }
    }
    val sizes = if (session.isDefined) Nil else allSizes
    Request(
      names("by"),
      text("time", required("time", "the column of the event time")),
      sizes,
      slide,
      session,
      aggregates,
      get("algorithm").fold(Usual)(text("algorithm", _)),
      late,
      emit
    )
  }

  private def get(name: String): Option[Any] = all.get(name).filter(_ != null)

  private def required(name: String, what: String): Any =
    get(name).getOrElse(refuse(s"the option $name is missing; it is $what"))

  private def allSizes: Seq[(String, Any)] =
    required("size", "how far a window reaches back, as '1 hour'") match {
      case several @ (_: JMap[_, _] | _: collection.Map[_, _] | _: JList[_] | _: Seq[_]) =>
        val sizes = entries("size", several).map {
          case (label, Seq(size)) => label -> size
          case (label, other) => refuse(s"size '$label' is ${other.mkString(", ")}, not one size")
        }
        if (sizes.isEmpty) refuse("size is empty; give a size, as '1 hour'")
        distinct("size", sizes.map(_._1))
        sizes
      case one => Seq("" -> one)
    }

  private def aggregates: Seq[Request.Aggregate] = {
    val example = "as {\"top\": (\"max\", \"price\")}"
    val all = entries("aggregates", required("aggregates", s"what is answered, $example")).map {
      case (name, aggregation +: columns) if columns.nonEmpty =>
        val from = columns.map(text(s"a column of the aggregate '$name'", _))
        Request.Aggregate(name, text(s"the aggregation of '$name'", aggregation), from)
      case (name, other) =>
        refuse(
          s"the aggregate '$name' is (${other.mkString(", ")}); it is an aggregation and the " +
            s"columns that it takes, $example"
        )
    }
    if (all.isEmpty) refuse(s"aggregates is empty; name at least one, $example")
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

  private def oneOf(name: String, usual: String, other: String): String =
    get(name).fold(usual)(text(name, _)) match {
      case value if value == usual || value == other => value
      case value => refuse(s"$name is '$value'; it is '$usual' or '$other'")
    }
}

private[spark] object Options {
  private val Usual = "fiba"

  private val Names = Seq("by", "time", "size", "slide", "session", "aggregates") ++
    Seq("algorithm", "late", "emit")

  /** Options that come from Java or Python. */
  def of(all: JMap[String, _]): Options = new Options(all.asScala.toMap)

  def refuse(sentence: String): Nothing = throw new IllegalArgumentException(sentence)

  /** Refuses a column that the input does not have, with those nearest to it. */
  def checkColumn(what: String, name: String, columns: Seq[String]): Unit =
    if (!columns.contains(name)) {
      val near = Nearest.to(name, columns.asJava).asScala.mkString(", ")
      refuse(s"$what is '$name', and the input has no such column; the nearest are $near")
    }

  private def text(what: String, value: Any): String = value match {
    case text: String if text.nonEmpty => text
    case other                         => refuse(s"$what is a text that is not empty, not '$other'")
  }

  private def distinct(what: String, names: Seq[String]): Unit =
    names.diff(names.distinct).headOption.foreach { twice =>
      refuse(s"$what has '$twice' twice; name it once")
    }

  private def items(what: String, value: Any): Seq[Any] = value match {
    case list: JList[_]          => list.asScala.toSeq
    case array: Array[_]         => array.toSeq
    case product: Product2[_, _] => product.productIterator.toSeq
    case all: Iterable[_]        => all.toSeq
    case product: Product        => product.productIterator.toSeq
    case other                   => refuse(s"$what is $other; it is a list of names")
  }

  /** In the order of a map that has one; else by name, as `Map.of` has another order in each JVM.
    */
  private def ordered(map: JMap[_, _]): Seq[(Any, Any)] = map match {
    case _: JLinkedHashMap[_, _] | _: JSortedMap[_, _] => map.asScala.toSeq
    case _                                             => map.asScala.toSeq.sortBy(e => s"${e._1}")
  }

  /** A map's entries in its order, each value as a list; or the same as lists that begin with the
    * name.
    */
  private def entries(what: String, value: Any): Seq[(String, Seq[Any])] = {
    def listed(value: Any): Seq[Any] = value match {
      case one @ (_: String | _: Number | _: java.time.Duration) => Seq(one)
      case several                                               => items(what, several)
    }
    value match {
      case map: JMap[_, _] =>
        ordered(map).map { case (name, each) => text(what, name) -> listed(each) }
      case map: collection.Map[_, _] =>
        map.toSeq.map { case (name, each) => text(what, name) -> listed(each) }
      case other =>
        items(what, other).map { each =>
          listed(each) match {
            case name +: rest => text(what, name) -> rest
            case _            => refuse(s"$what has an empty entry; each has a name")
          }
        }
    }
  }
}
