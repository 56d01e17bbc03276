"""The JVM of this process: the first window starts it, and it ends with the process.

It listens on the loopback interface, on a port of the system's choice, and accepts only callers
with the token that it made. It ends when its standard input is closed, which happens even if this
process is killed. A forked child starts a JVM of its own.
"""

import atexit
import logging
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from finestra.core.errors import FinestraError, java_errors
from finestra.core.jars import finestra_version, wheel
from finestra.core.java import class_path, complaint, java, no_start, options

_lock = threading.Lock()


@dataclass(frozen=True)
class Jvm:
    """A running JVM and the connection to it."""

    process: subprocess.Popen[str]
    server: Any

    def close_pipes(self) -> None:
        """Close the JVM's standard input, which ends it unless another process has it open."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()

    def stop(self) -> None:
        """End the JVM."""
        self.server.close()
        self.close_pipes()
        self.process.wait()


_running: dict[int, Jvm] = {}
"""JVMs by process id: that of this process and, after a fork, that of the parent."""


def remote_window() -> Any:
    """The class ``RemoteWindow`` in the JVM of this process; starts a JVM if none is running."""
    with _lock:
        jvm = _running.get(os.getpid())
        if jvm is None or jvm.process.poll() is not None:
            jvm = _running[os.getpid()] = _start()
        with translated():
            return jvm.server.jvm.dev.finestra.tools.gateway.RemoteWindow


@atexit.register
def _stop() -> None:
    jvm = _running.pop(os.getpid(), None)
    if jvm is not None:
        jvm.stop()


def _forked() -> None:
    global _lock
    _lock = threading.Lock()
    for jvm in _running.values():
        jvm.close_pipes()
        # Keeps this process from releasing the parent's windows over the parent's connections.
        jvm.server._gateway_client.is_connected = False


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _start() -> Jvm:
    try:
        from py4j.java_gateway import GatewayParameters, JavaGateway, find_jar_path
    except ImportError:
        raise ImportError(
            "finestra.Window needs py4j, which is not installed: pip install 'finestra[window]'"
        ) from None
    classes = os.pathsep.join([find_jar_path(), class_path()])
    command = [java(), "-XX:+DisplayVMOutputToStderr", *options(), "-cp", classes]
    command += ["py4j.GatewayServer", "--die-on-broken-pipe", "--enable-auth", "0"]
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            start_new_session=True,  # an interrupt of the terminal must not end the JVM
        )
    except OSError as failed:
        raise FinestraError(no_start(command[0], failed)) from None
    assert process.stdout is not None
    port, token = (process.stdout.readline().strip() for _ in range(2))
    if not port.isdigit() or not token:
        process.kill()
        process.communicate()
        raise FinestraError(
            complaint() or f"the JVM did not start ({command[0]}); standard error shows why"
        )
    # py4j logs each command that it sends; one of them contains the token.
    logging.getLogger("py4j.java_gateway").addFilter(lambda said: token not in said.getMessage())
    parameters = GatewayParameters(port=int(port), auth_token=token)
    jvm = Jvm(process, JavaGateway(gateway_parameters=parameters))
    try:
        with translated():
            there = jvm.server.jvm.dev.finestra.Version.text()
    except Exception:
        jvm.stop()
        if old := complaint():
            raise FinestraError(old) from None
        raise
    if there != finestra_version():
        jvm.stop()
        raise FinestraError(
            f"the package is version {finestra_version()}, its jar version {there}; "
            f"reinstall both: pip install --force-reinstall {wheel()}"
        )
    return jvm


@contextmanager
def translated() -> Iterator[None]:
    """:func:`finestra.core.errors.java_errors`, and an error for a JVM that does not answer."""
    from py4j.protocol import Py4JError

    try:
        with java_errors():
            yield
    except AttributeError as failed:
        # py4j turns an interrupt into this error, since its client cannot shut the socket down.
        if isinstance(failed.__context__, KeyboardInterrupt):
            raise failed.__context__ from None
        raise
    except (Py4JError, OSError) as failed:
        raise FinestraError(
            f"the JVM of this process no longer answers ({failed}); make new windows, which start "
            "another JVM"
        ) from failed
