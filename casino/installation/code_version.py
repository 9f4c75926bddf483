"""Version of the code that runs: of the package, and of the commit where a checkout names it.

`0.1.0+g60b939cc1f2a` is commit 60b939cc1f2a. No git program is needed: the commit is read from the folder `.git`, once,
when the process starts. Changes in a checkout that nobody committed do not show.
"""

import re
import tomllib
from pathlib import Path

COMMIT_DIGITS = 12
_HASH = re.compile(r"[0-9a-f]{40,64}")


def version_of(folder: Path) -> str:
    """Return the version of the checkout in this folder, without the commit where the folder has no `.git`."""
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    commit = commit_of(folder)
    return f"{project['version']}+g{commit[:COMMIT_DIGITS]}" if commit else str(project["version"])


def commit_of(folder: Path) -> str:
    """Return the hash of the commit that is checked out; empty if it cannot be read."""
    try:
        git = _git_folder(folder / ".git")
        head = (git / "HEAD").read_text().strip()
        found = _hash_of_reference(git, head.removeprefix("ref: ")) if head.startswith("ref: ") else head
    except (OSError, UnicodeDecodeError):
        return ""
    return found if _HASH.fullmatch(found) else ""


def _git_folder(git: Path) -> Path:
    """Return the folder of a checkout's own files; a further worktree has a file that names it."""
    if git.is_dir():
        return git
    return git.parent / git.read_text().strip().removeprefix("gitdir: ")


def _hash_of_reference(git: Path, name: str) -> str:
    """Return the hash of a branch, loose or packed; empty for an unknown one."""
    shared = git / "commondir"
    common = git / shared.read_text().strip() if shared.exists() else git
    for place in (git, common):
        if (place / name).is_file():
            return (place / name).read_text().strip()
    packed = (common / "packed-refs").read_text().splitlines()
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")
