"""`make check`: format, lint, types and the nearest tests of a change, in about a minute.

A change is everything that differs from a commit: by default from the newest one that the upstream branch also has, or
from the last commit where there is no upstream. `SINCE=` names another. `SECONDS=` allows the tests more time.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from testkit.affected_tests import AffectedTests, Links

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
WORKERS = 2
SHOWN = 8
NEAREST = 120
"""Files of tests that are handed to pytest at most: it runs fewer in a minute, and collecting takes time."""
REACHES_EVERYTHING = (
    "conftest.py",
    "pyproject.toml",
    "requirements",
    "constraints.txt",
    "Makefile",
    ".ci/",
    "deploy/",
)
"""Files whose effect no import shows."""
NEVER = (
    "make lint (migrations, catalogues, templates, rulebook keys), make clauses, the round on real servers"
)


def main() -> None:
    """Run the checks and exit with 1 if one failed."""
    parser = argparse.ArgumentParser(prog="make check", description=__doc__)
    parser.add_argument("--since", metavar="COMMIT", default="", help="the commit to compare the change with")
    parser.add_argument("--seconds", type=float, default=60.0, help="time for the tests")
    arguments = parser.parse_args()
    since = arguments.since or _upstream()
    changed = _changed_since(since)
    if not changed:
        _say(f"Nothing differs from {since[:12]}.")
        return
    _say(f"{len(changed)} files differ from {since[:12]}")
    failed = [name for name, command in _static_checks(changed) if not _passes(name, command)]
    affected = Links(ROOT).tests_affected_by(changed)
    if affected.quick and not _passes("tests", _tests(affected.quick[:NEAREST], arguments.seconds)):
        failed.append("tests")
    _say_what_was_not_run(changed, affected)
    if failed:
        _say(f"Failed: {', '.join(failed)}")
        sys.exit(1)


def _static_checks(changed: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return name and command of each check that needs no test; types are checked as a whole, with mypy's cache."""
    python = [file for file in changed if file.endswith(".py") and (ROOT / file).exists()]
    if not python:
        return []
    return [
        ("format", [str(BIN / "ruff"), "format", "--check", "--force-exclude", *python]),
        ("lint", [str(BIN / "ruff"), "check", "--force-exclude", *python]),
        ("types", [str(BIN / "mypy")]),
        (
            "imports",
            [sys.executable, "-c", "from importlinter.cli import lint_imports; exit(lint_imports())"],
        ),
    ]


def _tests(files: Sequence[str], seconds: float) -> list[str]:
    """Return the command that runs these files of tests in this order."""
    workers = [] if len(files) == 1 else ["-n", str(WORKERS), "--dist", "loadfile", "--no-loadscope-reorder"]
    return [sys.executable, "-m", "pytest", "-q", "-rfE", *workers, "--within", str(seconds), *files]


def _say_what_was_not_run(changed: Sequence[str], affected: AffectedTests) -> None:
    if (further := len(affected.quick) - NEAREST) > 0:
        _say(f"Not run, files of tests that are further away from this change: {further}")
    if affected.slow:
        shown = "".join(f"\n   {file}" for file in affected.slow[:SHOWN])
        more = len(affected.slow) - SHOWN
        rest = f"\n   and {more} more" if more > 0 else ""
        _say(f"Not run, browsers and whole houses that this change can affect, nearest first:{shown}{rest}")
    if unseen := [file for file in changed if file.startswith(REACHES_EVERYTHING)]:
        _say(f"Not run, since every test can depend on {', '.join(unseen)}: make test")
    _say(f"Never run here: {NEVER}. `.ci/run` runs all.")


def _upstream() -> str:
    """Return the newest commit that the upstream branch has too; the last commit where there is no upstream."""
    return _git("merge-base", "HEAD", "@{upstream}") or _git("rev-parse", "HEAD")


def _changed_since(commit: str) -> list[str]:
    """Return the files that differ from a commit, new ones included. Exits with one line for an unknown commit."""
    if not _git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"):
        sys.exit(
            f'make check: no commit is called "{commit}". Write one that git knows, for example SINCE=HEAD~3.'
        )
    differing = _git("diff", "--name-only", "--no-renames", commit).splitlines()
    new = _git("ls-files", "--others", "--exclude-standard").splitlines()
    return sorted({*differing, *new})


def _git(*arguments: str) -> str:
    """Return the output of git, nothing if it failed."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return "" if done.returncode else done.stdout.strip()


def _passes(name: str, command: Sequence[str]) -> bool:
    _say(name)
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def _say(words: str) -> None:
    sys.stdout.write(f"== {words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
