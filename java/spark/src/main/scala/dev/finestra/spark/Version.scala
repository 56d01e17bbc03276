package dev.finestra.spark

import java.util.Properties

import scala.util.Using

/** The version of what runs, as `SELECT finestra_version()` answers it. */
private[spark] object Version {
  lazy val text: String =
    Using.resource(getClass.getResourceAsStream("version.properties")) { in =>
      val properties = new Properties
      properties.load(in)
      properties.getProperty("version")
    }
}
