package dev.finestra.spark

import java.net.{InetAddress, ServerSocket}
import java.nio.file.Files

import dev.finestra.testing.{FromTier, Tier, Trials}
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** A standalone cluster of a master and two workers, each a process, has the results of local mode.
  * It uses free ports of the loopback interface, and ends with the test.
  */
class ClusterTest {
  @FromTier(Tier.PUSH)
  @Test def twoWorkersHaveTheResultsOfLocalMode(): Unit = {
    val start = System.nanoTime()
    val expected = ClusterQueries.answers
    val port = {
      val free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress)
      try free.getLocalPort
      finally free.close()
    }
    val url = s"spark://127.0.0.1:$port"
    val work = Files.createTempDirectory("finestra-work")
    val own = Map("spark.master.rest.enabled" -> "false", "spark.ui.enabled" -> "false")
    val deploy = "org.apache.spark.deploy"
    val master = new Forked(
      s"$deploy.master.Master",
      "256m",
      own,
      Seq("--host", "127.0.0.1", "--port", s"$port", "--webui-port", "0"): _*
    )
    var others = Seq(master)
    try {
      for (i <- 1 to 2) {
        val at = Seq("--host", "127.0.0.1", "--cores", "1", "--memory", "600m", "--webui-port", "0")
        val folder = Seq("--work-dir", work.resolve(s"$i").toString, url)
        others = new Forked(s"$deploy.worker.Worker", "256m", own, (at ++ folder): _*) +: others
      }
      val properties = Map(
        "spark.master" -> url,
        "spark.driver.host" -> "127.0.0.1",
        "spark.executor.memory" -> "512m",
        "spark.executor.extraClassPath" -> Forked.classPath,
        "spark.scheduler.minRegisteredResourcesRatio" -> "1.0",
        "spark.cores.max" -> "2"
      )
      val driver = new Forked(classOf[ClusterQueries].getName, "512m", properties)
      others = driver +: others
      val printed = driver.answer(300).linesIterator.toSeq
      assertEquals("executors 2" +: expected, printed.takeRight(expected.size + 1))
    } finally {
      others.foreach(_.close())
      Forked.delete(work)
    }
    Trials.report(expected.size.toLong, "queries on two workers", start)
  }
}
