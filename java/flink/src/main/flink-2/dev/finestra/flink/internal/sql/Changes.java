package dev.finestra.flink.internal.sql;

import java.io.Serializable;

/**
 * How {@code OVER} treats input with updates.
 *
 * @param hasUpdateBefore whether the next step needs the old row of an update
 * @param retention how many milliseconds behind the last result of a key a change is accepted; 0
 *     for any
 * @param failsOnUnknown whether the job fails if a change deletes a row that is not there
 */
public record Changes(boolean hasUpdateBefore, long retention, boolean failsOnUnknown)
    implements Serializable {
  public static final String FAILS_ON_UNKNOWN = "finestra.sql.fail-on-unknown-row";
}
