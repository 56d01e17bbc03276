package dev.finestra.flink.internal.history;

import java.io.DataInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.filesystem.AbstractFsCheckpointStorageAccess;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraphHasherV2;

/** The file {@code _metadata} of a savepoint or checkpoint, which names the operators. */
final class SavepointFile {
  private SavepointFile() {}

  /** The content of the file in the folder of a savepoint. */
  static CheckpointMetadata read(String savepoint) throws IOException {
    Path path = path(savepoint);
    try (DataInputStream in = new DataInputStream(path.getFileSystem().open(path))) {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      return Checkpoints.loadCheckpointMetadata(in, loader, savepoint);
    } catch (FileNotFoundException none) {
      throw new IllegalArgumentException(
          "There is no savepoint or checkpoint at %s: the file _metadata is missing"
              .formatted(savepoint),
          none);
    }
  }

  static void write(String savepoint, CheckpointMetadata content) throws IOException {
    Path path = path(savepoint);
    try (OutputStream out = path.getFileSystem().create(path, FileSystem.WriteMode.OVERWRITE)) {
      Checkpoints.storeCheckpointMetadata(content, out);
    }
  }

  private static Path path(String savepoint) {
    return new Path(savepoint, AbstractFsCheckpointStorageAccess.METADATA_FILE_NAME);
  }

  /** The operator that has this uid in the job of an environment. */
  static OperatorID operator(StreamExecutionEnvironment env, String uid) {
    var graph = env.getStreamGraph(false);
    Map<Integer, byte[]> ids =
        new StreamGraphHasherV2().traverseStreamGraphAndGenerateHashes(graph);
    return graph.getStreamNodes().stream()
        .filter(node -> uid.equals(node.getTransformationUID()))
        .map(node -> new OperatorID(ids.get(node.getId())))
        .findFirst()
        .orElseThrow();
  }
}
