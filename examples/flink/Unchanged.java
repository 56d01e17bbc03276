import dev.finestra.flink.FinestraSql;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;

/** For each row the sum of its last ten rows: plain OVER, on Finestra's operator. */
public class Unchanged {
  public static void main(String[] args) {
    // page: install
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    FinestraSql.install(tables);
    // page: end
    tables.executeSql(
        """
        CREATE TABLE trades (
          n BIGINT, ts AS TO_TIMESTAMP_LTZ(n * 100, 3), WATERMARK FOR ts AS ts
        ) WITH ('connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1',
                'fields.n.end' = '20')
        """);
    String query =
        """
        SELECT n, SUM(n) OVER (ORDER BY ts ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) AS total
        FROM trades
        """;
    System.out.println(tables.explainSql(query));
    tables.executeSql(query).print();
  }
}
