package dev.finestra.spark.internal.over.pieces

import dev.finestra.spark.internal.SessionSettings
import dev.finestra.spark.internal.over.FinestraWindowExec
import org.apache.spark.sql.catalyst.plans.physical._
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive._
import org.apache.spark.sql.execution.exchange._
import org.apache.spark.sql.internal.SQLConf

/** Splits the partitions of plain `OVER` that are much larger than the others, because of a key
  * with many rows or because there is no key. The rows of such a partition become pieces between
  * two values of the order. Each piece is a task of its own, which also reads the rows around the
  * piece that its frames need, and drops their results.
  *
  * This is a rule of adaptive execution: the sizes of partitions are known after the shuffle. The
  * bounds of the pieces are chosen from a sample, for which each such partition is read once.
  *
  * Setting: `spark.finestra.over.split` (false, because splitting loses with few rows).
  */
private[spark] object SplitLargePartitions extends AQEShuffleReadRule {
  override protected val supportedShuffleOrigins: Seq[ShuffleOrigin] =
    Seq(ENSURE_REQUIREMENTS, REPARTITION_BY_COL)

  override def apply(plan: SparkPlan): SparkPlan =
    if (!SessionSettings.isSplitEnabled) plan
    else
      plan.transformUp {
        case window @ FinestraWindowExec(_, _, _, _, sort @ SortExec(_, _, read, _)) =>
          val split = for {
            reach <- FrameReach.of(window)
            stage <- stageOf(read)
            specs <- specs(read, stage, reach)
          } yield pieces(window, sort, stage, specs)
          split.getOrElse(window)
      }

  private def stageOf(read: SparkPlan): Option[ShuffleQueryStageExec] = read match {
    case AQEShuffleReadExec(child, _)                               => stageOf(child)
    case stage: ShuffleQueryStageExec if isSupported(stage.shuffle) => Some(stage)
    case _                                                          => None
  }

  /** What each task reads, if any partition is split: the specification of its rows, and the piece
    * that it computes.
    */
  private def specs(
      read: SparkPlan,
      stage: ShuffleQueryStageExec,
      reach: FrameReach
  ): Option[Seq[(ShufflePartitionSpec, Option[Piece])]] = stage.mapStats.flatMap { stats =>
    val bytes = stats.bytesByPartitionId
    val (all, cores) = (bytes.sum, this.cores(stage))
    val wanted = conf.getConf(SQLConf.ADVISORY_PARTITION_SIZE_IN_BYTES)
    val split = (for {
      i <- bytes.indices
      most = count(bytes(i), all, wanted, cores) if most > 1 && isSkewed(bytes, i)
      pieces = Piece.of(stage, i, most, reach) if pieces.nonEmpty
    } yield i -> pieces).toMap

    def tasks(first: Int, end: Int): Seq[(ShufflePartitionSpec, Option[Piece])] =
      (first until end).find(split.contains) match {
        case None if first == end => Nil
        case None                 =>
          Seq(CoalescedPartitionSpec(first, end, bytes.slice(first, end).sum) -> None)
        case Some(i) =>
          val pieces = split(i).map { piece =>
            val size = bytes(i) / split(i).size
            PartialReducerPartitionSpec(i, piece.firstMap, piece.endMap, size) -> Some(piece)
          }
          tasks(first, i) ++ pieces ++ tasks(i + 1, end)
      }

    def pieces = read match {
      case AQEShuffleReadExec(_, specs) =>
        specs.flatMap {
          case CoalescedPartitionSpec(first, end, _) => tasks(first, end)
          case other                                 => Seq(other -> None)
        }
      case _ => bytes.indices.flatMap(i => tasks(i, i + 1))
    }
    if (split.nonEmpty) Some(pieces) else None
  }

  private def cores(stage: ShuffleQueryStageExec): Int = conf
    .getConf(SQLConf.LEAF_NODE_DEFAULT_PARALLELISM)
    .getOrElse(stage.session.sparkContext.defaultParallelism)

  /** Spark's condition for a skewed join, without its minimum size. */
  private def isSkewed(bytes: Array[Long], i: Int): Boolean = {
    def others = bytes.patch(i, Nil, 1).sorted
    def median = if (bytes.length == 1) 0 else others((bytes.length - 1) / 2)
    bytes(i) > median * conf.getConf(SQLConf.SKEW_JOIN_SKEWED_PARTITION_FACTOR)
  }

  /** The number of pieces of a partition. A piece is about as large as one core's share of all
    * rows, because fewer pieces read fewer rows twice.
    *
    * @param all
    *   the bytes of all partitions
    * @param wanted
    *   the size that Spark wants for a task; no piece is much smaller
    */
  private[pieces] def count(bytes: Long, all: Long, wanted: Long, cores: Int): Int =
    math.round(bytes.toDouble / math.max(wanted.toDouble, all.toDouble / cores)).toInt

  private def pieces(
      window: FinestraWindowExec,
      sort: SortExec,
      stage: ShuffleQueryStageExec,
      tasks: Seq[(ShufflePartitionSpec, Option[Piece])]
  ): SparkPlan = {
    val read = AQEShuffleReadExec(stage, tasks.map(_._1))
    val whole = clustered(stage.outputPartitioning, tasks.size)
    val needed = PieceRowsExec(tasks.map(_._2.map(_.needed)), whole, read)
    val answered = window.copy(child = sort.copy(child = needed))
    PieceRowsExec(tasks.map(_._2.map(_.own)), UnknownPartitioning(tasks.size), answered)
  }

  /** The partitioning that the sort and the window operator see: each task has all rows that its
    * piece of a key needs.
    */
  private def clustered(partitioning: Partitioning, tasks: Int): Partitioning =
    partitioning match {
      case hash: HashPartitioning => hash.copy(numPartitions = tasks)
      case _                      => SinglePartition
    }
}
