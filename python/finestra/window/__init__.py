"""Windows in Python without an engine, for notebooks, tests and tools.

:class:`finestra.Window` is the only class to use. It needs ``finestra[window]``.

::

    window     the class; checks arguments
    messages   values and results as bytes
    laws       checks an aggregation
    gateway    the JVM of this process; the first window starts it

The windows are in the JVM. A call takes about 0.1 ms, so insert many entries as one bulk. For data
in an engine use :mod:`finestra.spark` or :mod:`finestra.flink`, where the windows are next to the
data.
"""

from finestra.core.errors import FinestraError, NotSupportedError, WindowClosedError
from finestra.window.window import Window

__all__ = ["FinestraError", "NotSupportedError", "Window", "WindowClosedError"]
