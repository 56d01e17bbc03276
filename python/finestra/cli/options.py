"""Options as argparse reads them, refused in one sentence instead of a page of usage."""

import argparse
from typing import NoReturn

from finestra.cli import RefusedError

__all__ = ["Options"]


class Options(argparse.ArgumentParser):
    """A parser that raises what it would print."""

    def __init__(self, command: str, description: str) -> None:
        """Take the options of one command."""
        super().__init__(
            prog=f"finestra {command}",
            description=description,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Refuse, with the way to the help."""
        raise RefusedError(f"{self.prog[9:]}: {message}; {self.prog} --help lists what it takes")
