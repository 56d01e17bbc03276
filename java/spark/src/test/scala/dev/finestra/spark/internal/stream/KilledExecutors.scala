package dev.finestra.spark.internal.stream

import java.util.SplittableRandom
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}

import dev.finestra.spark.FinestraSpark
import org.apache.spark.{ExecutorLostFailure, SparkEnv}
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd, SparkListenerTaskStart}

/** The program that [[RestartsTest]] runs on executors in separate processes: a stream whose
  * executors are killed in the middle of a task, one after the other, until enough tasks are lost.
  */
final class KilledExecutors

object KilledExecutors {
  def main(arguments: Array[String]): Unit = {
    val wanted = arguments(0).toInt
    val windows = Map[String, Any](
      "by" -> "k",
      "time" -> "ts",
      "size" -> "9 seconds",
      "slide" -> "2 seconds",
      "aggregates" -> Map("top" -> ("max", "i"), "total" -> ("sum", "d"))
    )
    val killer = new Killer
    Running.spark.sparkContext.addSparkListener(killer)
    val seed = arguments(1).toLong
    val events = new Events(new SplittableRandom(seed))
    val running = new Running(Events.schema, "append")(FinestraSpark.sliding(_, windows))
    try {
      running.start()
      running.add(events.next(40))
      running.process()
      while (killer.cost.get < wanted) {
        killer.arm()
        running.add(events.next(40))
        running.process()
        println(s"${killer.kills.get} kills, ${killer.cost.get} lost a task")
      }
      RestartsTest.finish(running, events, windows)
      println(s"killed ${killer.cost.get}, each with a task; all rows once")
    } finally {
      running.delete()
      Running.spark.stop()
    }
  }

  /** When armed, kills the executor of the next task that starts. */
  private final class Killer extends SparkListener {
    val kills = new AtomicInteger
    val cost = new AtomicInteger
    private val armed = new AtomicBoolean
    @volatile private var killed = ""

    /** Finds the process of each executor, then waits for a task. */
    def arm(): Unit = {
      pids = Running.spark.sparkContext
        .parallelize(1 to 8, 8)
        .map { _ =>
          Thread.sleep(50)
          SparkEnv.get.executorId -> ProcessHandle.current.pid
        }
        .collect()
        .toMap
      armed.set(true)
    }

    private var pids = Map.empty[String, Long]

    override def onTaskStart(start: SparkListenerTaskStart): Unit = {
      val executor = start.taskInfo.executorId
      if (pids.contains(executor) && armed.compareAndSet(true, false)) {
        killed = executor
        ProcessHandle.of(pids(executor)).get.destroyForcibly()
        kills.incrementAndGet()
      }
    }

    override def onTaskEnd(end: SparkListenerTaskEnd): Unit = end.reason match {
      case lost: ExecutorLostFailure if lost.execId == killed =>
        killed = ""
        cost.incrementAndGet()
      case _ =>
    }
  }
}
