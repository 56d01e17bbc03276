package dev.finestra.flink.internal.operator;

import java.io.Serializable;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * How windows treat input that updates and deletes rows.
 *
 * @param serializer of the rows
 * @param failOnUnknownRow whether the job fails if a change deletes a row that no open window has
 */
public record ChangelogOptions<T>(TypeSerializer<T> serializer, boolean failOnUnknownRow)
    implements Serializable {}
