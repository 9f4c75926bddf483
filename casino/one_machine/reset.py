"""`make reset`: delete the files of the installation's parts. Uses the standard library alone, and no settings."""

import argparse
import fcntl
import shutil
import sys
from pathlib import Path

from casino.installation.data_folder import OURS, data_folder


def main() -> int:
    """Ask, then remove; return exit code 1 if the person answers no, or if an installation still runs on the folder."""
    parser = argparse.ArgumentParser(
        description="Remove the database and all else that the embedded parts wrote."
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")
    arguments = parser.parse_args()
    folder = data_folder()
    found = [folder / name for name in OURS if (folder / name).exists()]
    if not found:
        return _say(f"{folder} holds nothing of the house.")
    if _house_runs(folder):
        return _say(f"A house runs on {folder}: close it first (Ctrl-C where it runs).", code=1)
    if not arguments.yes and not _agreed(folder):
        return _say("Nothing was removed.", code=1)
    for path in found:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    return _say(f"{folder} is empty: the next `make run` starts anew.")


def _agreed(folder: Path) -> bool:
    if not sys.stdin.isatty():
        return False
    answer = input(f"Remove the whole record of the house in {folder}? There is no way back. [yes/no] ")
    return answer.strip().lower() == "yes"


def _house_runs(folder: Path) -> bool:
    lock = folder / "house.lock"
    if not lock.exists():
        return False
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _say(text: str, code: int = 0) -> int:
    sys.stdout.write(text + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
