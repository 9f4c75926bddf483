"""What README and docs tell somebody to type, set or open is there."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from casino.installation.server_address import SERVICES, variable_of_service

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("deploy/*.md")),
]
WORDS = {page: page.read_text(encoding="utf-8") for page in PAGES}
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]

# Set by one part of the house for another; not for people to choose.
BETWEEN_PARTS = {"DATABASE_POOL", "DEMONSTRATION_HOUSE", "DEMONSTRATION_LIVES"}


def found(pattern: str) -> set[tuple[str, str]]:
    """All that matches the group of this pattern on any page, with the page's name."""
    return {
        (str(page.relative_to(ROOT)), match)
        for page, words in WORDS.items()
        for match in re.findall(pattern, words, re.MULTILINE)
    }


def settings_read() -> set[str]:
    """Every variable that the code of the house asks its environment for."""
    asked = re.compile(r'(?:\benv\.\w+|environ\.get)\(\s*"([A-Z][A-Z_]+)"')
    return set(map(variable_of_service, SERVICES)) | {
        name
        for path in ROOT.glob("casino/**/*.py")
        for name in asked.findall(path.read_text(encoding="utf-8"))
    }


def settings_documented() -> set[str]:
    """Every variable in the table of docs/running.md."""
    table = WORDS[ROOT / "docs/running.md"].partition("## Settings")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[A-Z].*?) \|", table, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


def test_every_command_that_is_named_exists() -> None:
    named = found(r"manage\.py ([a-z_]+)")
    assert len(named) > 8
    assert {(page, command) for page, command in named if command not in get_commands()} == set()


def test_every_option_that_is_named_with_a_command_exists() -> None:
    named = found(r"manage\.py ([a-z_]+(?: [A-Z0-9]+)?(?: \[?--[a-z-]+[^`\n]*)?)")
    with_options = {(page, *text.split(maxsplit=1)) for page, text in named if "--" in text}
    assert with_options
    apps = get_commands()
    for page, command, rest in with_options:
        parser = load_command_class(apps[command], command).create_parser("manage.py", command)
        known = {option for action in parser._actions for option in action.option_strings}
        assert set(re.findall(r"--[a-z][a-z-]*", rest)) <= known, f"{page}: manage.py {command} {rest}"


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = found(r"(?:`|^    |\b[A-Z]+=\S+ )make (?:-C \S+ )?([a-z-]+)")
    assert {target for _, target in named} >= {"setup", "run", "test", "lint", "bench", "reset"}
    assert {(page, target) for page, target in named if target not in targets} == set()


def test_every_module_that_is_to_be_run_exists() -> None:
    named = found(r"python3? -m ([a-z_.]+)")
    assert {(page, module) for page, module in named if find_spec(module) is None} == set()


def test_settings_and_their_table_agree() -> None:
    assert settings_documented() == settings_read() - BETWEEN_PARTS


def test_the_settings_of_a_deployment_are_among_them() -> None:
    set_there = re.findall(
        r"^([A-Z_]+)=", (ROOT / "deploy/permanence.env").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert set_there
    assert set(set_there) <= settings_documented()


@pytest.mark.parametrize("name", NAMES)
def test_every_file_that_a_page_names_is_there(name: str) -> None:
    page = ROOT / name
    links = [link.partition("#")[0] for link in re.findall(r"\]\((?!https?:)([^)]+)\)", WORDS[page])]
    missing = [link for link in links if not (page.parent / link).exists()]
    own = r"`((?:bench|casino|deploy|docs|settlement|static|tables|templates|testkit)/[\w./-]+)`"
    missing += [path for path in re.findall(own, WORDS[page]) if not (ROOT / path).exists()]
    assert missing == []


def test_index_pages_list_every_page_of_the_documentation() -> None:
    docs = ROOT / "docs"
    indexes = [docs / "index.md", docs / "adr/index.md"]
    listed = {
        (index.parent / link.partition("#")[0]).resolve()
        for index in indexes
        for link in re.findall(r"\]\(([^)]+\.md[^)]*)\)", WORDS[index])
    }
    assert {page for page in PAGES if page.is_relative_to(docs)} - {docs / "index.md"} == listed


@pytest.mark.parametrize("name", NAMES)
def test_every_heading_that_a_page_points_at_is_there(name: str) -> None:
    page = ROOT / name
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", WORDS[page]):
        there = WORDS[(page.parent / target).resolve() if target else page]
        headings = {
            re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-")
            for line in re.findall(r"^#+ (.*)", there, re.MULTILINE)
        }
        assert anchor in headings, f"{name}: {target}#{anchor}"


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_backup_finds_the_servers_programs_in_a_checkout_whose_path_has_a_space(
    tmp_path: Path, shell: str
) -> None:
    lines = [
        line.strip()
        for line in WORDS[ROOT / "docs/running.md"].splitlines()
        if line.startswith("    export P")
    ]
    assert len(lines) == 2
    checkout = tmp_path / "my casino"
    checkout.mkdir()
    (checkout / ".venv").symlink_to(sys.prefix)
    found = subprocess.run(
        [shell, "-euc", "\n".join([*lines, "command -v pg_dump", 'echo "$PGHOST"'])],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=True,
    )
    program, sockets = found.stdout.splitlines()
    assert program.startswith(f"{checkout}/.venv/")
    assert sockets == f"{checkout}/var/socket"
