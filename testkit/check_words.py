"""`make lint`: test names that do not name the thing under test.

A name has the form `test_<subject>_<behaviour>_<condition>`. One that begins with a pronoun or a question word has no
subject, and one that ends in a word such as "neither" has no condition.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FAULTS = {
    r"test_(so|it|that|they|such|both|neither|somebody_else|nobody_else|the_others?|others|one|these|those)_.*": (
        "begins with a pronoun. Begin with the thing under test."
    ),
    r"test_(what|who|whoever|whatever|where)_.*": (
        "begins with a question word. Begin with the thing under test."
    ),
    r".*_(and_(of_)?no_other|and_nothing_else|neither|and_says_so|and_no_more|beside|anew|so)": (
        "ends without a condition. End with the condition, or shorten the name."
    ),
}


def name_faults(name: str) -> list[str]:
    """Return what is wrong with the name of a test function; empty for a good name."""
    return [fault for pattern, fault in FAULTS.items() if re.fullmatch(pattern, name)]


def test_functions(source: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield each test function of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node


def main() -> None:
    """Print each fault with its place, and exit with 1 if there is one."""
    command = ["git", "ls-files", "*/test_*.py"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    found = [
        f"{file}:{test.lineno}: {test.name} {fault}\n"
        for file in listed
        if (ROOT / file).exists()
        for test in test_functions((ROOT / file).read_text(encoding="utf-8"))
        for fault in name_faults(test.name)
    ]
    sys.stdout.writelines(found)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
