"""A PostgreSQL server in a box."""

from tests.cluster.boxes import BASE_IMAGE, Box, Boxes, installed, until
from tests.ports import free_port

NAME = "features"
USER = "finestra"

# PostgreSQL does not run as root.
RUN = f"""
mkdir /data && chown nobody /data && cd /data
as_nobody='setpriv --reuid=nobody --regid=nogroup --clear-groups'
$as_nobody initdb --pgdata=/data/files --auth=trust --username={USER}
echo 'host all all all trust' >> /data/files/pg_hba.conf
exec $as_nobody postgres -D /data/files -c listen_addresses='*' -c unix_socket_directories=/tmp
"""


class Database:
    """One server with one database, without passwords."""

    inside = f"jdbc:postgresql://database:5432/{NAME}"

    def __init__(self, boxes: Boxes) -> None:
        """Starts the server and waits until it answers."""
        port = free_port()
        self.outside = f"jdbc:postgresql://127.0.0.1:{port}/{NAME}?user={USER}"
        self._box = (_installed if BASE_IMAGE else _official)(boxes, {5432: port})
        until("PostgreSQL answers", lambda: self._ask("postgres", "SELECT 1"))
        self._ask("postgres", f"CREATE DATABASE {NAME}")

    def ask(self, sql: str) -> list[list[str]]:
        """The rows of a statement; null is an empty string."""
        return [line.split(",") for line in self._ask(NAME, sql).splitlines()]

    def _ask(self, database: str, sql: str) -> str:
        psql = ["psql", "-h", "127.0.0.1", "-U", USER, "-d", database]
        return self._box.run(*psql, "--csv", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql)


def _installed(boxes: Boxes, ports: dict[int, int]) -> Box:
    """The server that pip installed, in a plain image."""
    folder = installed("cluster", "pgserver")
    mounts = {folder: "/opt/pgserver"}
    libraries = folder.with_name("pgserver.libs")
    if libraries.exists():
        mounts[libraries] = "/opt/pgserver.libs"
    path = "/opt/pgserver/pginstall/bin:/usr/local/bin:/usr/bin:/bin"
    command = ["sh", "-ec", RUN]
    return boxes.add("database", BASE_IMAGE or "", command, {"PATH": path}, mounts, ports)


def _official(boxes: Boxes, ports: dict[int, int]) -> Box:
    settings = {"POSTGRES_USER": USER, "POSTGRES_DB": "postgres"}
    settings["POSTGRES_HOST_AUTH_METHOD"] = "trust"
    command = ["docker-entrypoint.sh", "postgres"]
    return boxes.add("database", "postgres:16", command, settings, ports=ports)
