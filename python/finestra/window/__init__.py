"""The core's windows from Python, with no engine: for notebooks, tests and tools.

:class:`finestra.Window` is all there is to choose. It keeps the window in a JVM that the first one
starts and that ends with the process, and needs the extra ``finestra[window]``. One call takes
about a tenth of a millisecond, so that many entries go in as a bulk. For data in an engine use
:mod:`finestra.spark` or :mod:`finestra.flink`: there the windows live beside the data.
"""

from finestra.window.errors import FinestraError, NotSupportedError, WindowClosedError
from finestra.window.window import Window

__all__ = ["FinestraError", "NotSupportedError", "Window", "WindowClosedError"]
