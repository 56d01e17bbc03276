package dev.finestra.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test, or a class of tests, that takes too long for a lower {@link Tier} and is skipped there.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FromTier.Condition.class)
public @interface FromTier {
  /** The lowest tier that runs it. */
  Tier value();

  /** Skips the test below its tier. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      Tier from =
          AnnotationSupport.findAnnotation(context.getElement(), FromTier.class)
              .map(FromTier::value)
              .orElse(Tier.SHORT);
      if (Tier.current().compareTo(from) >= 0) {
        return ConditionEvaluationResult.enabled("runs in tier " + Tier.current());
      }
      if (from == Tier.PUSH) {
        String method = context.getTestMethod().map(m -> "#" + m.getName()).orElse("");
        Owed.note(context.getRequiredTestClass().getName() + method);
      }
      return ConditionEvaluationResult.disabled("a test of tier " + from + " and above");
    }
  }
}
