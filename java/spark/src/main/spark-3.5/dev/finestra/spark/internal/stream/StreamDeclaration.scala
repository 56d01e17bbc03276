package dev.finestra.spark.internal.stream

import org.apache.spark.sql.catalyst.plans.logical.LogicalGroupState

/** Takes the place of the function of `flatMapGroupsWithState`. [[FinestraStreamExec]] runs instead
  * of it.
  */
private[stream] final class StreamDeclaration(val layout: StreamLayout)
    extends ((Any, Iterator[Any], LogicalGroupState[Any]) => Iterator[Any])
    with Serializable {
  override def apply(
      key: Any,
      rows: Iterator[Any],
      state: LogicalGroupState[Any]
  ): Iterator[Any] = StreamWindows.notPlanned()
}
