"""docs/permissions.md says what answers every role at every address, and nothing else answers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from casino.one_machine.permissions_matrix import addresses, made_page
from casino.people.gate import permission_of
from casino.people.models import Role
from casino.people.permissions import RULES_BY_ROLES

PAGE = Path(settings.BASE_DIR) / "docs/permissions.md"


@pytest.mark.django_db
def test_permissions_page_equals_the_permissions_in_force() -> None:
    assert made_page().splitlines() == PAGE.read_text(encoding="utf-8").splitlines(), (
        "make it again: manage.py permissions_matrix"
    )


def test_the_command_finds_the_page_right_without_settings_of_readers(tmp_path: Path) -> None:
    """The command opens a demonstration of its own, whose wheels are simulated on the machine."""
    unset = ("WHEEL_READER_ADDRESSES", "DJANGO_SETTINGS_MODULE")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    done = subprocess.run(
        (sys.executable, "manage.py", "permissions_matrix", "--check"),
        env={**environment, "PERMANENCE_DATA": str(tmp_path)},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_a_gate_answers_as_its_rule_says() -> None:
    roles = {name: of for of, rules in RULES_BY_ROLES.items() for name in rules}
    columns = ["nobody", *(str(role) for role in Role)]
    gates = {f"`/{each.pattern}`": permission_of(each.view) for each in addresses()}
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `/")
    ]
    judged = 0
    for address, method, *answers in (row for row in rows if len(row) == len(columns) + 2):
        permission = gates.get(address)
        if not permission:
            continue
        judged += 1
        said = dict(zip(columns, answers, strict=True))
        assert said["nobody"] == "sign in", (address, method)
        for role in Role:
            if role not in roles[permission]:
                assert said[role] == "403", (address, method, role)
            else:
                assert said[role] != "sign in", (address, method, role)
    assert judged > 50
