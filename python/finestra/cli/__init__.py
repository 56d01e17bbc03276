"""The command ``finestra``: hands its arguments to the command line of the checkout.

It works where the package is installed from a checkout (``pip install -e .``), by way of
``bin/finestra``. An installed wheel carries no jars yet; there the command says so and fails.
"""

import subprocess
import sys
from pathlib import Path

__all__ = ["main"]


def main() -> int:
    """Run the checkout's ``bin/finestra`` with this process's arguments and streams.

    Returns:
        The exit status of the program; 70 where there is no checkout.
    """
    launcher = Path(__file__).parents[3] / "bin" / "finestra"
    if not launcher.is_file():
        print(
            "finestra: this installation carries no jars yet; install it from a checkout "
            "(pip install -e .)",
            file=sys.stderr,
        )
        return 70
    return subprocess.run([launcher, *sys.argv[1:]], check=False).returncode
