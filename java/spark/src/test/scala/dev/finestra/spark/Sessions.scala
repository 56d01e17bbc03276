package dev.finestra.spark

import org.apache.spark.sql.SparkSession

/** The session that the tests of this module share: two local threads, or the cluster that the
  * system property `spark.master` names.
  */
object Sessions {
  lazy val spark: SparkSession = SparkSession
    .builder()
    .master(sys.props.getOrElse("spark.master", "local[2]"))
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "3")
    .config("spark.hadoop.fs.file.impl", classOf[QuickFiles].getName)
    .config("spark.sql.warehouse.dir", "target/warehouse")
    .config("spark.finestra.over.minFrameRows", "2") // most tests have short frames
    .config(
      "spark.sql.extensions",
      Seq(classOf[FinestraExtensions], classOf[OtherExtension]).map(_.getName).mkString(",")
    )
    .getOrCreate()

  /** Runs under these settings and restores the earlier ones afterwards. */
  def having[A](settings: (String, String)*)(run: => A): A = {
    val before = settings.map { case (name, _) => name -> spark.conf.getOption(name) }
    settings.foreach { case (name, value) => spark.conf.set(name, value) }
    try run
    finally
      before.foreach { case (name, value) =>
        value.fold(spark.conf.unset(name))(spark.conf.set(name, _))
      }
  }
}
