"""docs/api.md: the lines that lead from a client to the first settlement are typed into a shell, as they stand."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs/api.md").read_text(encoding="utf-8")
MAKES_A_CLIENT = "manage.py with_database manage create_api_client "


def commands() -> list[str]:
    """What the guide says to type, in its order; a command may go on over lines."""
    steps = GUIDE.partition("## The first settlement")[2].partition("\n## ")[0]
    typed: list[str] = []
    for line in steps.splitlines():
        if line.startswith("     ") and typed:
            typed[-1] += f"\n{line}"
        elif line.startswith("    "):
            typed.append(line.strip())
    return typed


@pytest.mark.django_db(transaction=True)
def test_commands_of_the_guide_reach_a_settlement(web_server: str, casino: Any, tmp_path: Path) -> None:
    first, *others = commands()
    # The first line is for the house's machine and its own database; here it is that of the test.
    _, _, arguments = first.partition(MAKES_A_CLIENT)
    words, _, file = arguments.partition(" > ")
    with (tmp_path / file).open("w") as made:
        call_command("create_api_client", *words.split(), stdout=made)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\necho; echo ==\n".join(others)],
        capture_output=True,
        check=True,
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "HOUSE": web_server},
        timeout=120,
    )
    assert done.stderr == b""
    said = [text.strip() for text in done.stdout.decode().split("==\n")]
    listed, whole, bets, settled, offered, refused = (json.loads(text) for text in said if text)
    assert [book["id"] for book in listed["rulebooks"]][-1] == "pt-francesa"
    assert (whole["id"], whole["version"]) == ("it-venezia", 1)
    assert bets["wheel"] == "american"
    assert [coup["lines"][-1]["outcome"] for coup in settled["coups"]] == ["imprisoned", "freed"]
    assert [way["replay"] for way in offered["coups"][0]["open_replays"]] == [
        "a-rifare",
        "a-completare",
        "per-il-tutto",
    ]
    assert (refused["status"], refused["clause"], refused["limit"], refused["value"]) == (
        422,
        "pt-francesa/24",
        15_000,
        15_500,
    )
