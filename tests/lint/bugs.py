"""Checks that each bug of ``make mutants`` still fits the source in which it is planted.

python tests/lint/bugs.py (part of make lint).
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "mutants"))
import planted


def main() -> int:
    """Print each bug that does not fit; 1 if there is one."""
    stale = 0
    for bug in planted.read_bugs(planted.BUGS.read_text(encoding="utf-8")):
        try:
            planted.plant(bug)
        except planted.StaleBugError as wrong:
            print(wrong)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
