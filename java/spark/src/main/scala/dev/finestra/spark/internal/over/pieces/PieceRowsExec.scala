package dev.finestra.spark.internal.over.pieces

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}

/** Keeps the rows of each task that its piece needs, or that are the piece's own.
  *
  * @param wanted
  *   the condition for each task; a task without one computes a whole partition
  */
private[pieces] final case class PieceRowsExec(
    wanted: Seq[Option[Expression]],
    override val outputPartitioning: Partitioning,
    child: SparkPlan
) extends UnaryExecNode {
  override def nodeName: String = "FinestraPieces"
  override def output: Seq[Attribute] = child.output
  override def outputOrdering: Seq[SortOrder] = child.outputOrdering

  override protected def stringArgs: Iterator[Any] = {
    val pieces = wanted.flatten
    Iterator(s"${pieces.size} pieces in ${wanted.size} tasks") ++ pieces.lift(1).map(_.sql)
  }

  override protected def doExecute(): RDD[InternalRow] = {
    val (wanted, input) = (this.wanted, child.output)
    child.execute().mapPartitionsWithIndex { (task, rows) =>
      wanted(task).fold(rows) { condition =>
        val isWanted = Predicate.create(condition, input)
        rows.filter(isWanted.eval)
      }
    }
  }

  override protected def withNewChildInternal(fresh: SparkPlan): SparkPlan = copy(child = fresh)
}
