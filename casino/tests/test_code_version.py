"""Each event and `/version` name the version of the code."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from casino.installation.code_version import commit_of, version_of
from casino.people.models import Person
from tables.handling.streams import table_stream
from tables.stream import read_stream
from testkit.house import OpenHouse

COMMIT = "60b939cca5232444c49304c8fee9a13d5934b204"
PROJECT = '[project]\nname = "permanence"\nversion = "0.1.0"\n'


@pytest.fixture
def house(casino_id: int, db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


def checkout(folder: Path, **files: str) -> Path:
    """Make a checkout whose `.git` has these files; `__` in a name is a slash."""
    (folder / "pyproject.toml").write_text(PROJECT)
    for name, content in files.items():
        file = folder / ".git" / name.replace("__", "/").replace("packed_refs", "packed-refs")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    return folder


def test_version_names_the_commit_of_a_branch(tmp_path: Path) -> None:
    made = checkout(tmp_path, HEAD="ref: refs/heads/main\n", refs__heads__main=f"{COMMIT}\n")
    assert version_of(made) == "0.1.0+g60b939cca523"


def test_version_names_the_commit_of_a_packed_branch(tmp_path: Path) -> None:
    packed = f"# pack-refs with: peeled fully-peeled sorted\n{COMMIT} refs/heads/main\n"
    assert commit_of(checkout(tmp_path, HEAD="ref: refs/heads/main\n", packed_refs=packed)) == COMMIT


def test_version_names_the_commit_of_a_detached_head(tmp_path: Path) -> None:
    assert commit_of(checkout(tmp_path, HEAD=f"{COMMIT}\n")) == COMMIT


def test_version_names_the_commit_of_a_further_worktree(tmp_path: Path) -> None:
    main = checkout(tmp_path, HEAD="ref: refs/heads/main\n", refs__heads__fix=f"{COMMIT}\n")
    own = main / ".git" / "worktrees" / "fix"
    own.mkdir(parents=True)
    (own / "HEAD").write_text("ref: refs/heads/fix\n")
    (own / "commondir").write_text("../..\n")
    further = tmp_path / "further"
    further.mkdir()
    (further / ".git").write_text(f"gitdir: {own}\n")
    assert commit_of(further) == COMMIT


@pytest.mark.parametrize("head", ["", "ref: refs/heads/gone\n", "no hash\n"])
def test_version_is_that_of_the_package_where_no_commit_can_be_read(tmp_path: Path, head: str) -> None:
    assert version_of(checkout(tmp_path, HEAD=head)) == "0.1.0"
    (tmp_path / ".git" / "HEAD").unlink()
    assert version_of(tmp_path) == "0.1.0"


def test_setting_names_the_version_before_the_checkout() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", "from casino.settings import CODE_VERSION; print(CODE_VERSION)"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "CODE_VERSION": "0.1.0+gfeed"},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert shown.stdout == "0.1.0+gfeed\n"


@pytest.mark.django_db
def test_version_is_shown_to_people_alone(client: Client, house: OpenHouse) -> None:
    assert client.get("/version").status_code == 302
    person = Person.objects.create_user(
        "anna", casino_id=house.casino_id, role="pit_boss", display_name="Anna"
    )
    client.force_login(person)
    assert client.get("/version").json() == {"version": settings.CODE_VERSION}
    assert settings.CODE_VERSION in client.get("/your-account/").content.decode()


@pytest.mark.django_db
def test_each_event_names_the_version(house: OpenHouse) -> None:
    house.coup(17)
    events = read_stream(house.casino_id, table_stream("T1", house.state.day))
    assert events
    assert {each.metadata["code"] for each in events} == {settings.CODE_VERSION}


APPENDS = re.compile(r"\b(append_events|append_to_streams)\b\s*\(")


def test_no_event_is_written_past_the_appender() -> None:
    """Every writer of the code calls the appenders of tables/stream, which add the version."""
    found = {
        str(file.relative_to(settings.BASE_DIR))
        for package in ("casino", "settlement", "tables")
        for file in (settings.BASE_DIR / package).rglob("*.sql")
        if "migrations" not in file.parts and APPENDS.search(file.read_text())
    }
    assert found == {"tables/stream/sql/append_events.sql", "tables/stream/sql/append_to_streams.sql"}
