package dev.finestra.spark.internal

import org.apache.spark.sql.catalyst.expressions.{Expression, NullIntolerant}

/** An expression that is null if one of its arguments is. */
private[spark] trait NullForNull extends Expression with NullIntolerant
