package dev.finestra.spark

import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.aggregation.{Aggregation, Aggregations}

/** The buffer of a [[FibaAggregator]]: a window, which travels as its snapshot. */
final class FibaBuffer private[spark] (aggregation: String, algorithm: String)
    extends Serializable {
  @transient private[spark] lazy val events: Events = Events.of(
    algorithm,
    Aggregations.of(aggregation, ValueType.DOUBLE).asInstanceOf[Aggregation[Object]]
  )

  private def writeReplace(): AnyRef = new FibaBuffer.Sent(aggregation, algorithm, events.bytes)
}

private object FibaBuffer {
  private final class Sent(aggregation: String, algorithm: String, bytes: Array[Byte])
      extends Serializable {
    private def readResolve(): AnyRef = {
      val buffer = new FibaBuffer(aggregation, algorithm)
      buffer.events.restore(bytes)
      buffer
    }
  }
}
