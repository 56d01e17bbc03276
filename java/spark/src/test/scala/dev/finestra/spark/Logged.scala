package dev.finestra.spark

import scala.collection.mutable.ListBuffer

import org.apache.logging.log4j.{Level, LogManager}
import org.apache.logging.log4j.core.{LogEvent, Logger}
import org.apache.logging.log4j.core.appender.AbstractAppender
import org.apache.logging.log4j.core.config.{Configurator, Property}

/** The warnings that a package logs while code runs. */
private[spark] object Logged {
  def by(name: String)(run: => Any): Seq[String] = {
    val lines = ListBuffer.empty[String]
    val appender =
      new AbstractAppender("Logged", null, null, true, Property.EMPTY_ARRAY) {
        override def append(event: LogEvent): Unit = lines.synchronized {
          if (event.getLoggerName.startsWith(name)) lines += event.getMessage.getFormattedMessage
        }
      }
    appender.start()
    val root = LogManager.getRootLogger.asInstanceOf[Logger]
    Configurator.setLevel(name, Level.WARN)
    root.addAppender(appender)
    try run
    finally {
      root.removeAppender(appender)
      Configurator.setLevel(name, Level.ERROR)
    }
    lines.synchronized(lines.toSeq)
  }
}
