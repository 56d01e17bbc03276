"""Checks that the subject of each new commit has at most 72 characters.

python tests/lint/subjects.py (part of make lint). Commits up to ``LAST_UNCHECKED`` are older than
the rule. A shallow clone is checked as far as its history goes.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAST_UNCHECKED = "848a1ee8989a2eae494bbabf0d4c5a793800f25a"
LONGEST = 72


def git(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run git in the repository."""
    return subprocess.run(
        ["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False
    )


def main() -> int:
    """Print each subject that is too long; 1 if there is one."""
    if not (ROOT / ".git").exists():
        print("subjects: there is no git history here, so nothing was checked")
        return 0
    known = git("cat-file", "-e", f"{LAST_UNCHECKED}^{{commit}}").returncode == 0
    commits = f"{LAST_UNCHECKED}..HEAD" if known else "HEAD"
    log = git("log", "--no-merges", "--format=%h %s", commits)
    if log.returncode != 0:
        print(f"subjects: git log failed: {log.stderr.strip()}", file=sys.stderr)
        return 1
    failed = 0
    for line in log.stdout.splitlines():
        commit, _, subject = line.partition(" ")
        if len(subject) > LONGEST:
            failed = 1
            print(f"{commit}: the subject has {len(subject)} characters: {subject}")
    if failed:
        print(f"Shorten these subjects to at most {LONGEST} characters (git rebase -i).")
    return failed


if __name__ == "__main__":
    sys.exit(main())
