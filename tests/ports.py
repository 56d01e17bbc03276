"""Ports for the servers that a test starts."""

import random
import socket

#: Below the ports that Linux gives to connections, so that no connection takes one before the
#: server does.
PORTS = range(15_000, 32_000)


def free_port() -> int:
    """A port that is free now, and that a restarted server can use again."""
    for port in random.sample(PORTS, 100):
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"100 ports between {PORTS[0]} and {PORTS[-1]} are all in use; stop servers")
