"""The JVM of a process: its start and end, its security, forks and interrupts."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import finestra
from finestra.window import FinestraError


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


JVM = """
    import finestra, finestra.window.gateway as g
    window = finestra.Window()
    print(*[jvm.process.pid for jvm in g._running.values()], flush=True)
"""


def is_gone(pid: int) -> bool:
    """Whether a process ends within a minute."""
    for _ in range(600):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_the_jvm_ends_with_the_process() -> None:
    assert is_gone(int(run(JVM).stdout))
    killed = run(JVM + "    import os; os.kill(os.getpid(), 9)")
    assert killed.returncode == -9
    assert is_gone(int(killed.stdout))


def test_missing_java_and_py4j_are_named() -> None:
    done = run("import finestra; finestra.Window()", JAVA_HOME="/nowhere", PATH="/usr/bin:/bin")
    assert "install a JDK 17, or set JAVA_HOME to one" in done.stderr
    done = run("import sys; sys.modules['py4j'] = None; import finestra; finestra.Window()")
    assert "pip install 'finestra[window]'" in done.stderr


@pytest.mark.parametrize("starts", [False, True])
def test_an_old_java_is_reported(starts: bool, tmp_path: Path) -> None:
    from py4j.java_gateway import find_jar_path

    # On an old Java, py4j's server starts, but the gateway's class cannot be loaded.
    server = f"{shutil.which('java')} -cp {find_jar_path()} py4j.GatewayServer"
    java = tmp_path / "java"
    java.write_text(f"""#!/bin/sh
[ "$1" != -version ] || {{ echo 'openjdk version "1.8.0_402"' >&2; exit; }}
exec {f"{server} --die-on-broken-pipe --enable-auth 0" if starts else "false"}
""")
    java.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = run("import finestra; finestra.Window()", JAVA_HOME="", PATH=path)
    assert "FinestraError: java is Java 1.8.0_402, and Finestra needs 17 or later" in done.stderr


@pytest.mark.parametrize("token", ["guess", None])
def test_callers_without_the_token_are_rejected(token: str | None) -> None:
    from py4j.java_gateway import GatewayParameters, JavaGateway
    from py4j.protocol import Py4JError

    from finestra.window import gateway

    with finestra.Window():
        port = gateway._running[os.getpid()].server.gateway_parameters.port
        asked = GatewayParameters(port=port, auth_token=token, read_timeout=20)
        stranger = JavaGateway(gateway_parameters=asked)
        with pytest.raises(Py4JError):
            stranger.jvm.java.lang.System.currentTimeMillis()
        stranger.close()


def test_the_jvm_listens_on_the_loopback_address_only() -> None:
    from finestra.window import gateway

    with finestra.Window():
        port = gateway._running[os.getpid()].server.gateway_parameters.port
        socket.create_connection(("127.0.0.1", port), 20).close()
        with pytest.raises(ConnectionRefusedError):  # a listener at all addresses would accept it
            socket.create_connection(("127.0.0.2", port), 20)


def test_the_token_is_in_no_log() -> None:
    logs = """
import logging, os
logging.basicConfig(level=logging.DEBUG)
import finestra
from finestra.window import gateway
with finestra.Window() as window:
    window.insert(1, 2)
    token = gateway._running[os.getpid()].server.gateway_parameters.auth_token
print(token)
"""
    done = run(logs)
    token = done.stdout.strip()
    assert len(token) > 20
    assert "Command to send" in done.stderr
    assert token not in done.stderr


def in_child(pipe: Any) -> None:
    """Use a window in a forked process."""
    with finestra.Window("fiba", "sum") as window:
        window.insert(1, 2)
        pipe.send(window.query())


def test_a_forked_process_has_its_own_jvm() -> None:
    with finestra.Window("fiba", "sum") as window:
        window.insert(1, 40)
        here, there = multiprocessing.get_context("fork").Pipe()
        child = multiprocessing.get_context("fork").Process(target=in_child, args=(there,))
        child.start()
        assert here.poll(60)
        assert here.recv() == 2
        child.join(60)
        assert window.query() == 40


def test_a_forked_process_leaves_its_parents_windows_alone() -> None:
    with finestra.Window() as window:
        window.insert(1, 7)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                window.query()
            except FinestraError:
                window.close()
                status = 0
            finally:
                os._exit(status)
        assert os.waitpid(child, 0)[1] == 0
        assert window.query() == 7


def test_a_jvm_that_died_is_replaced() -> None:
    program = """
        import os, signal, finestra
        from finestra.window import FinestraError, gateway
        lost = finestra.Window()
        (jvm,) = gateway._running.values()
        assert os.getsid(jvm.process.pid) != os.getsid(0)  # no interrupt from the terminal
        jvm.process.kill()
        jvm.process.wait()
        try:
            lost.insert(1, 1)
        except FinestraError:
            with finestra.Window() as window:
                window.insert(1, 5)
                print(window.query())
                try:
                    window.merge(lost)
                except FinestraError as refused:
                    print(refused)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "5\nthe window to merge was lost, because its JVM ended; make it again\n"


@pytest.fixture
def _interrupts() -> Iterator[None]:
    """Interrupts as from a terminal; a background process may have inherited to ignore them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interrupts")
def test_an_interrupted_call_ends_before_the_next_one() -> None:
    with finestra.Window("fiba", "sum") as window:
        times = np.arange(1 << 23)

        def fill() -> None:
            while True:
                window.bulk_insert(times, times)
                window.clear()

        main = threading.get_ident()
        threading.Timer(0.4, signal.pthread_kill, (main, signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            fill()
        assert len(window) in (0, len(times))


def test_a_jar_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from finestra.window import gateway

    monkeypatch.setattr(gateway, "_running", {})
    monkeypatch.setattr(gateway, "finestra_version", lambda: "9.9.9")
    with pytest.raises(FinestraError, match=r"package is version 9\.9\.9, its jar version 0\."):
        finestra.Window()
