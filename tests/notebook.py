"""Runs the code cells of a notebook with this Python: notebook.py FILE."""

import json
import sys
from pathlib import Path


def main(file: str) -> None:
    """The first cell that fails ends the run."""
    names: dict[str, object] = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads(Path(file).read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{file}, cell {number}", "exec"), names)


if __name__ == "__main__":
    main(sys.argv[1])
