package dev.finestra.spark

import java.lang.ProcessBuilder.Redirect
import java.lang.management.ManagementFactory
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{DirectoryNotEmptyException, Files, Path}
import java.util.concurrent.TimeUnit

import dev.finestra.spark.internal.JavaCollections._

/** A JVM with this one's class path, for tests that need another heap or cluster. [[close]] ends it
  * and all processes that it started.
  */
final class Forked(main: String, heap: String, properties: Map[String, String], arguments: String*)
    extends AutoCloseable {
  private val out = Files.createTempFile("finestra-forked", ".out")

  /** Spark's home: Spark looks for the folder `jars` in it, and writes to `work`. */
  private val home = Files.createTempDirectory("finestra-home")
  Files.createDirectory(home.resolve("jars"))

  private val process: Process = {
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val opens = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala
      .filter(a => a.startsWith("--add-opens") || a.startsWith("-Djdk.") || a.startsWith("-Dio."))
    // The process is killed, so it cannot remove its temporary files itself.
    val own = properties + ("java.io.tmpdir" -> home.toString)
    val set = own.map { case (key, value) => s"-D$key=$value" }
    val command = Seq(java, s"-Xmx$heap", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError") ++
      opens ++ set ++ Seq("-cp", Forked.classPath, main) ++ arguments
    val builder = new ProcessBuilder(command.asJava)
    builder.environment.put("SPARK_HOME", home.toString)
    // Without this, the launcher looks for the folders of Spark's own build.
    builder.environment.put("SPARK_SCALA_VERSION", "2.13")
    builder.environment.put("SPARK_LOCAL_HOSTNAME", "localhost")
    builder.environment.put("SPARK_LOCAL_IP", "127.0.0.1")
    builder.redirectErrorStream(true).redirectOutput(Redirect.to(out.toFile)).start()
  }

  /** The output so far. */
  def printed: String = Files.readString(out, UTF_8)

  /** Waits for the end of the process and returns its output; fails if the process failed. */
  def answer(seconds: Int): String = {
    if (!process.waitFor(seconds.toLong, TimeUnit.SECONDS)) {
      throw new AssertionError(s"The process has not ended after $seconds s:\n$printed")
    }
    if (process.exitValue != 0) {
      throw new AssertionError(s"The process ended with exit code ${process.exitValue}:\n$printed")
    }
    printed
  }

  override def close(): Unit = {
    val children = process.descendants.iterator.asScala.toSeq
    process.destroyForcibly().waitFor()
    children.foreach(_.destroyForcibly())
    children.foreach(_.onExit.get(10, TimeUnit.SECONDS))
    Files.delete(out)
    Forked.delete(home)
  }
}

object Forked {

  /** The class path of the tests, also if Surefire replaced it by a jar that names it. */
  def classPath: String =
    Option(System.getProperty("surefire.test.class.path"))
      .getOrElse(System.getProperty("java.class.path"))

  /** Deletes a folder and its files, including those that are created meanwhile. */
  def delete(folder: Path): Unit = {
    val all = Files.walk(folder)
    val isEmpty =
      try {
        all.iterator.asScala.toSeq.reverse.foreach(path => Files.deleteIfExists(path): Unit)
        true
      } catch { case _: DirectoryNotEmptyException => false }
      finally all.close()
    if (!isEmpty) delete(folder)
  }
}
