"""The JVM beside this process: started by the first window, ended with the process.

It listens on loopback, on a port that the system chooses, and answers only those who hold the
token that it made. It ends when its standard input does, so that it outlives a process that is
killed by nothing. A forked child does not share its parent's: it starts its own.
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

from finestra.core.jars import finestra_version
from finestra.core.java import class_path, complaint, java, options
from finestra.window.errors import FinestraError, NotSupportedError, WindowClosedError

__all__ = ["gateway", "translated"]

_lock = threading.Lock()


@dataclass(frozen=True)
class Jvm:
    """A JVM, and how to talk to it."""

    process: subprocess.Popen[str]
    server: Any

    def close_pipes(self) -> None:
        """Let the JVM end, where no other process holds its standard input."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()

    def stop(self) -> None:
        """End it."""
        self.server.close()
        self.close_pipes()
        self.process.wait()


_running: dict[int, Jvm] = {}
"""The JVM of this process, by its id; after a fork that of the parent too, which is left alone."""

_ERRORS: dict[str, type[Exception]] = {
    "java.lang.UnsupportedOperationException": NotSupportedError,
    "dev.finestra.window.Refusal": NotSupportedError,
    "dev.finestra.WindowClosedException": WindowClosedError,
    "java.lang.ArithmeticException": OverflowError,
    "java.util.NoSuchElementException": LookupError,
    "java.lang.OutOfMemoryError": MemoryError,
    "java.lang.AssertionError": AssertionError,
    "java.lang.NullPointerException": ValueError,
    "java.lang.IllegalArgumentException": ValueError,
}


def gateway() -> Any:
    """The class ``Gateway`` in the JVM of this process, which is a new one where the last died."""
    with _lock:
        jvm = _running.get(os.getpid())
        if jvm is None or jvm.process.poll() is not None:
            jvm = _running[os.getpid()] = _start()
        with translated():
            return jvm.server.jvm.dev.finestra.gateway.Gateway


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
        # The parent's connections stay as they are, and its windows are not this process's to drop.
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
    command = [
        java(),
        "-XX:+DisplayVMOutputToStderr",
        *options(),
        "-cp",
        os.pathsep.join([find_jar_path(), class_path()]),
        "py4j.GatewayServer",
        "--die-on-broken-pipe",
        "--enable-auth",
        "0",
    ]
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            start_new_session=True,  # an interrupt from the terminal is not for the windows
        )
    except OSError as failed:
        raise FinestraError(
            f"there is no Java to run: {command[0]}: {failed.strerror}; "
            "install a JDK 17 or set JAVA_HOME"
        ) from None
    assert process.stdout is not None
    port, token = (process.stdout.readline().strip() for _ in range(2))
    if not port.isdigit() or not token:
        process.kill()
        process.communicate()
        raise FinestraError(
            complaint()
            or f"the JVM did not start ({command[0]}); what it said is on standard error"
        )
    # py4j logs each command that it sends, and one of them is the token.
    logging.getLogger("py4j.java_gateway").addFilter(lambda said: token not in said.getMessage())
    parameters = GatewayParameters(port=int(port), auth_token=token)
    jvm = Jvm(process, JavaGateway(gateway_parameters=parameters))
    try:
        with translated():
            there = jvm.server.jvm.dev.finestra.gateway.Gateway.version()
    except Exception:
        jvm.stop()
        if old := complaint():
            raise FinestraError(old) from None
        raise
    if there != finestra_version():
        jvm.stop()
        raise FinestraError(
            f"the package is finestra {finestra_version()}, its jar is {there}; "
            "install both from one wheel: pip install --force-reinstall finestra"
        )
    return jvm


@contextmanager
def translated() -> Iterator[None]:
    """Raise what the JVM threw as an error of Python, with the same sentence."""
    from py4j.protocol import Py4JError, Py4JJavaError

    try:
        yield
    except Py4JJavaError as thrown:
        raise _translation(thrown.java_exception) from None
    except AttributeError as failed:
        # What py4j makes of an interrupt, as its client lacks what would shut the socket down.
        if isinstance(failed.__context__, KeyboardInterrupt):
            raise failed.__context__ from None
        raise
    except (Py4JError, OSError) as failed:
        raise FinestraError(
            f"the JVM of this process does not answer any more: {failed}"
        ) from failed


def _translation(thrown: Any) -> Exception:
    message = str(thrown.getMessage())
    kind = thrown.getClass()
    name = kind.getName()
    while kind is not None:
        if kind.getName() in _ERRORS:
            return _ERRORS[kind.getName()](message)
        kind = kind.getSuperclass()
    return FinestraError(f"{name}: {message}")
