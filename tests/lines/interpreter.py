"""Prints the path of the interpreter of a version of Python, or says how to give it.

    python tests/lines/interpreter.py 3.9

It is the variable ``PYTHON39``, or ``python3.9`` on the path, or one of pyenv's.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path


def fits(interpreter: str | Path, version: str) -> bool:
    """Whether this is an interpreter of the version, which pyenv's shims of others are not."""
    program = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run(
            [interpreter, "-c", program], capture_output=True, text=True, check=False, timeout=60
        )
    except OSError:
        return False
    return done.stdout.strip() == version


def interpreter(version: str) -> str:
    """The path; exits with a message if there is none."""
    variable = f"PYTHON{version.replace('.', '')}"
    given = os.environ.get(variable)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    usual = [shutil.which(f"python{version}"), *pyenv.glob(f"versions/{version}.*/bin/python")]
    for each in [given] if given else usual:
        if each and fits(each, version):
            return str(each)
    wrong = f"{variable} is {given}, which is no interpreter of" if given else "There is no"
    sys.exit(
        f"{wrong} Python {version}. Install it, for example with pyenv, or name its "
        f"interpreter: make … {variable}=/path/to/python{version}"
    )


if __name__ == "__main__":
    print(interpreter(sys.argv[1]))
