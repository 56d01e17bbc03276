package dev.finestra.spark

import java.io.{ObjectInputStream, ObjectOutputStream}

import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.aggregation.{Aggregation, Aggregations}

import dev.finestra.spark.internal.functions.EventBuffer

/** The buffer of a [[FibaAggregator]]: a window, serialized as its snapshot. */
final class FibaBuffer private[spark] (aggregation: String, algorithm: String)
    extends Serializable {
  @transient private[spark] lazy val events: EventBuffer = EventBuffer.of(
    algorithm,
    Aggregations.of(aggregation, ValueType.DOUBLE).asInstanceOf[Aggregation[Object]]
  )

  private def writeObject(out: ObjectOutputStream): Unit = {
    out.defaultWriteObject()
    out.writeObject(events.bytes)
  }

  private def readObject(in: ObjectInputStream): Unit = {
    in.defaultReadObject()
    events.restore(in.readObject().asInstanceOf[Array[Byte]]): Unit
  }
}
