"""Adding Finestra to a PyFlink environment."""

from typing import TypeVar

from pyflink.common import Configuration
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.java_gateway import get_gateway
from pyflink.table import TableEnvironment
from pyflink.util.java_utils import add_jars_to_context_class_loader

from finestra.core.jars import jar
from finestra.core.lines import installed

Environment = TypeVar("Environment", StreamExecutionEnvironment, TableEnvironment)


def configure(env: Environment) -> Environment:
    """Add Finestra's jar to an environment. A second call changes nothing.

    In a table environment on Flink 2, Finestra also runs the windows of SQL queries that it makes
    faster; ``t_env.explain_sql`` shows which ones. ``SET 'finestra.sql.enabled' = 'false'`` leaves
    all windows to Flink.

    Args:
        env: a stream environment or a table environment. Configure a stream environment before
            you create a table environment from it: the table environment copies its jars then.

    Returns:
        The same environment.
    """
    uri = jar("flink").absolute().as_uri()
    if isinstance(env, TableEnvironment):
        name = uri.rpartition("/")[2]
        known = [row[0] for row in env.execute_sql("SHOW JARS").collect()]
        if not any(each.endswith(name) for each in known):
            env.execute_sql(f"ADD JAR '{uri}'")
        add_jars_to_context_class_loader([uri])
        _install(env)
    elif isinstance(env, StreamExecutionEnvironment):
        config = env._j_stream_execution_environment.getConfiguration()
        known = Configuration(j_configuration=config).get_string("pipeline.jars", "")
        if uri not in Configuration.parse_list_value(known):
            env.add_jars(uri)
    else:
        raise TypeError(
            f"configure takes a StreamExecutionEnvironment or a TableEnvironment, not {env!r}"
        )
    return env


def _install(tables: TableEnvironment) -> None:
    """Let the planner use Finestra's operators; on Flink 1.20 this does nothing."""
    if (installed("flink") or "").startswith("1."):
        return
    get_gateway().jvm.dev.finestra.flink.FinestraSql.install(tables._j_tenv)
