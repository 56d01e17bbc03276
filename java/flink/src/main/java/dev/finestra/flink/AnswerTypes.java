package dev.finestra.flink;

import dev.finestra.Finestra;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/** The Flink types of aggregations' answers, seen from an answer to a few values. */
final class AnswerTypes {
  private static final TypeInformation<Object> ANYTHING = Types.GENERIC(Object.class);

  private AnswerTypes() {}

  /** The type of what an aggregation over so many fields answers. */
  @SuppressWarnings("unchecked")
  static TypeInformation<?> of(Member member, int fields) {
    Aggregation<Object> aggregation = (Aggregation<Object>) member.aggregation();
    List<ValueType> row = aggregation.row(fields);
    SlidingWindow<Object> window = Finestra.window("two_stacks", aggregation);
    long time = 0;
    for (int number : new int[] {1, 2, 4, 3}) {
      Object[] values = new Object[fields];
      for (int i = 0; i < fields; i++) {
        values[i] = sample(row.get(i), i == 0 ? number : number * number);
      }
      window.insert(time++, fields == 1 ? values[0] : (Object) values);
    }
    return like(member, window.query());
  }

  private static Object sample(ValueType type, int number) {
    return switch (type) {
      case LONG -> (Object) (long) number;
      case DOUBLE -> (double) number;
      case STRING -> String.valueOf(number);
    };
  }

  private static TypeInformation<?> like(Member member, Object answer) {
    if (answer instanceof Long) {
      return Types.LONG;
    }
    if (answer instanceof Double) {
      return Types.DOUBLE;
    }
    if (answer instanceof String) {
      return Types.STRING;
    }
    if (answer instanceof Boolean) {
      return Types.BOOLEAN;
    }
    if (answer instanceof List<?> list && !list.isEmpty()) {
      TypeInformation<?> each = ofAll(member, list);
      return each.equals(ANYTHING) ? each : Types.LIST(each);
    }
    if (answer instanceof Map<?, ?> map && !map.isEmpty()) {
      return Types.MAP(ofAll(member, map.keySet()), ofAll(member, map.values()));
    }
    throw new IllegalArgumentException(
        "what " + member + " answers has no type in Flink: of a few values it answers " + answer);
  }

  /** The type that all parts of an answer have; of unlike ones, as a tuple's, any. */
  private static TypeInformation<?> ofAll(Member member, Collection<?> parts) {
    TypeInformation<?> first = like(member, parts.iterator().next());
    boolean areAlike = parts.stream().allMatch(part -> like(member, part).equals(first));
    return areAlike ? first : ANYTHING;
  }
}
