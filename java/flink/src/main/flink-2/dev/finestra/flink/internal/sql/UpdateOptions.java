package dev.finestra.flink.internal.sql;

import java.io.Serializable;

/**
 * How {@code OVER} treats input with updates.
 *
 * @param hasUpdateBefore whether the next step needs the old row of an update
 * @param retention how many milliseconds behind the watermark a change is still accepted; 0 for no
 *     limit
 * @param failOnUnknownRow whether the job fails if a change deletes a row that is not there
 */
public record UpdateOptions(boolean hasUpdateBefore, long retention, boolean failOnUnknownRow)
    implements Serializable {
  /**
   * The setting's name. It is not in {@code FinestraSql}, because a task may lack the planner's
   * classes, which that class refers to.
   */
  public static final String FAIL_ON_UNKNOWN_ROW = "finestra.sql.fail-on-unknown-row";
}
