package dev.finestra.flink.internal.history;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A source without rows that never ends. It emits one watermark. */
final class EndlessSource<T> implements Source<T, EndlessSource.NoSplit, Void> {
  private static final long serialVersionUID = 1L;

  private final long watermark;

  EndlessSource(long watermark) {
    this.watermark = watermark;
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<T, NoSplit> createReader(SourceReaderContext context) {
    return new Reader();
  }

  @Override
  public SplitEnumerator<NoSplit, Void> createEnumerator(SplitEnumeratorContext<NoSplit> context) {
    return new NoSplits();
  }

  @Override
  public SplitEnumerator<NoSplit, Void> restoreEnumerator(
      SplitEnumeratorContext<NoSplit> context, Void checkpoint) {
    return new NoSplits();
  }

  @Override
  public SimpleVersionedSerializer<NoSplit> getSplitSerializer() {
    return new Nothing<>();
  }

  @Override
  public SimpleVersionedSerializer<Void> getEnumeratorCheckpointSerializer() {
    return new Nothing<>();
  }

  /** There is no split of this source. */
  record NoSplit() implements SourceSplit {
    @Override
    public String splitId() {
      return "";
    }
  }

  private final class Reader implements SourceReader<T, NoSplit> {
    private final CompletableFuture<Void> never = new CompletableFuture<>();
    private boolean hasEmitted;

    @Override
    public InputStatus pollNext(ReaderOutput<T> output) {
      if (!hasEmitted) {
        hasEmitted = true;
        output.emitWatermark(new Watermark(watermark));
      }
      return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return hasEmitted ? never : CompletableFuture.completedFuture(null);
    }

    @Override
    public void start() {}

    @Override
    public List<NoSplit> snapshotState(long checkpoint) {
      return List.of();
    }

    @Override
    public void addSplits(List<NoSplit> splits) {}

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
  }

  private static final class NoSplits implements SplitEnumerator<NoSplit, Void> {
    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtask, String host) {}

    @Override
    public void addSplitsBack(List<NoSplit> splits, int subtask) {}

    @Override
    public void addReader(int subtask) {}

    @Override
    public Void snapshotState(long checkpoint) {
      return null;
    }

    @Override
    public void close() {}
  }

  /** Writes no bytes. */
  private static final class Nothing<V> implements SimpleVersionedSerializer<V> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(V nothing) {
      return new byte[0];
    }

    @Override
    public V deserialize(int version, byte[] bytes) {
      return null;
    }
  }
}
