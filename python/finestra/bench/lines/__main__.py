"""``python -m finestra.bench.lines ENVIRONMENT…``: what ``make bench-lines`` runs.

An environment is a folder of ``.venv``, such as ``spark-3.5.9``. The file keeps the points of other
versions. It is written anew after each version. The status is 1 if a query is slower with Finestra
or a version failed.
"""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

from finestra.bench import measurements
from finestra.bench.lines import page
from finestra.core.jars import CHECKOUT

COMMAND = "make bench-lines"


def measured(environment: str) -> list[measurements.Point]:
    """Run the benchmark in an environment.

    Raises:
        subprocess.CalledProcessError: if it fails.
    """
    engine = environment.partition("-")[0]
    python = CHECKOUT / ".venv" / environment / "bin" / "python"
    command = [str(python), "-m", f"finestra.bench.lines.{engine}"]
    variables = {**os.environ, "PYTHONPATH": str(CHECKOUT / "python")}
    found: list[measurements.Point] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=variables) as process:
        for line in process.stdout or ():
            if line.startswith("{"):
                found.append(json.loads(line))
                print(_told(found[-1]), flush=True)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return found


def _told(point: measurements.Point) -> str:
    own = point["baseline"]
    quotient = f", quotient {point['y'] / own:.2f}" if own else ""
    name = f"{point['chart']}, {point['series']}, {point['x']}"
    return f"{point['version']}, {name}: {point['y']:,.0f} {point['unit']}{quotient}"


def main() -> int:
    """Measure each environment, and write the file and its page."""
    parser = ArgumentParser(prog="finestra.bench.lines")
    parser.add_argument("--out", type=Path, default=Path("docs/measurements/lines.json"))
    parser.add_argument("environments", nargs="+")
    given = parser.parse_args()
    out: Path = given.out
    points = json.loads(out.read_text(encoding="utf-8"))["points"] if out.is_file() else []
    failed = []
    for environment in given.environments:
        try:
            new = measured(environment)
        except subprocess.CalledProcessError as failure:
            failed.append(f"{environment} failed: {failure}")
            continue
        points = [one for one in points if one["version"] != new[0]["version"]] + new
        measurements.write(out, COMMAND, points, losses=page.losses(points))
        page.write(out, json.loads(out.read_text(encoding="utf-8")))
    problems = page.losses(points) + failed
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
