package dev.finestra.flink.internal.operator;

import java.io.Serializable;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * How windows treat input that updates and deletes rows.
 *
 * @param failsOnUnknownRow whether the job fails if a change deletes a row that windows do not have
 */
public record ChangelogOptions<T>(TypeSerializer<T> serializer, boolean failsOnUnknownRow)
    implements Serializable {}
