package dev.finestra.spark

import org.apache.hadoop.fs.permission.FsPermission
import org.apache.hadoop.fs.{LocalFileSystem, Path, RawLocalFileSystem}

/** Local files without permissions. Without its native library, Hadoop starts a process for each
  * file to set them, which takes longer than the rest of a small micro-batch.
  */
final class QuickFiles extends LocalFileSystem(new QuickFiles.Raw)

object QuickFiles {
  final class Raw extends RawLocalFileSystem {
    override def setPermission(path: Path, permission: FsPermission): Unit = ()
  }
}
