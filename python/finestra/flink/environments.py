"""Adding Finestra's jar to a PyFlink environment."""

from typing import TypeVar

from pyflink.common import Configuration
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import TableEnvironment

from finestra.core.jars import jar

Environment = TypeVar("Environment", StreamExecutionEnvironment, TableEnvironment)


def configure(env: Environment) -> Environment:
    """Add Finestra's jar to an environment. A second call changes nothing.

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
