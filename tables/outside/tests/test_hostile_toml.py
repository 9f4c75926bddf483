"""A hostile rulebook is refused with one message, within bounded memory and time."""

import importlib.util
import os
import socket
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from tables.outside.files import LARGEST_TOML
from tables.outside.toml_bounds import TomlTooMuch, check_toml_bounds
from tables.roulette.loader import HOUSE_FOLDER, files_in
from testkit.bounded_run import MORE_MIB, Ended, run_bounded
from testkit.hostile_toml import HOSTILE

ROOT = Path(__file__).parents[3]
EXAMINE = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tables.roulette.loader import examine
_, faults = examine(Path(sys.argv[2]))
print(faults[0] if faults else "no fault")
sys.exit(2 if faults else 0)
"""


def examined(path: Path, folder: Path) -> Ended:
    return run_bounded([sys.executable, "-c", EXAMINE, str(ROOT), path], folder)


@cache
def baseline_mib() -> int:
    """The memory that a rulebook takes which ships."""
    true = HOUSE_FOLDER / "it-campione.toml"
    folder = Path(os.environ.get("TMPDIR", "/tmp"))
    ended = examined(true, folder)
    assert ended.printed == "no fault\n"
    return ended.peak_mib


def assert_one_message(ended: Ended) -> None:
    assert ended.code == 2, ended.printed[-2_000:]
    assert len(ended.printed.splitlines()) == 1
    assert len(ended.printed) < 500
    assert ended.peak_mib < baseline_mib() + MORE_MIB


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_rulebook_is_refused_in_bounded_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_bytes(HOSTILE[name])
    ended = examined(path, tmp_path)
    assert_one_message(ended)
    assert ended.printed.startswith("hostile.toml: ")


@pytest.fixture(params=["device", "fifo", "folder", "socket", "large"])
def odd_file(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "odd.toml"
    match request.param:
        case "device":
            path.symlink_to("/dev/zero")
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "socket":
            with socket.socket(socket.AF_UNIX) as listening:
                listening.bind(str(path))
                yield path
                return
        case "large":
            with path.open("wb") as file:
                file.truncate(1 << 40)
    yield path


def test_rulebook_that_is_no_plain_file_of_bounded_size_is_refused(odd_file: Path, tmp_path: Path) -> None:
    ended = examined(odd_file, tmp_path)
    assert_one_message(ended)
    assert "not a plain file" in ended.printed or f"at most {LARGEST_TOML:,} bytes" in ended.printed


def test_link_to_a_rulebook_is_followed(tmp_path: Path) -> None:
    """Container platforms mount files as links."""
    link = tmp_path / "it-campione.toml"
    link.symlink_to(HOUSE_FOLDER / "it-campione.toml")
    assert examined(link, tmp_path).code == 0


TRUE = (
    *((path.name, path.read_text(encoding="utf-8")) for path in files_in(HOUSE_FOLDER)),
    ("strings", 'a = "[[[["\nb = \'{{{{\'\nc = """\n[[[" \\""""\nd = \'\'\'\n{{{\'\'\'\'\n# [[[[\ne = 1.5\n'),
    ("numbers", "a = [" + ", ".join(["1.25"] * 5_000) + "]\n"),
    ("depth", "a = " + "[" * 30 + "]" * 30),
    ("key", ".".join("a" * 16) + " = 1"),
)


@pytest.mark.parametrize("text", [text for _, text in TRUE], ids=[name for name, _ in TRUE])
def test_true_text_is_within_the_bounds(text: str) -> None:
    check_toml_bounds(text)
    bounded_toml = verifier().bounded_toml
    assert bounded_toml(text) == text
    tomllib.loads(text)


@pytest.mark.parametrize("name", HOSTILE)
def test_verifier_for_outsiders_has_the_same_bounds(name: str) -> None:
    text = HOSTILE[name].decode()
    with pytest.raises(TomlTooMuch):
        check_toml_bounds(text)
    with pytest.raises(ValueError, match="too deep, too long or too many keys near character"):
        verifier().bounded_toml(text)


@cache
def verifier() -> ModuleType:
    """`docs/examples/verify_record.py`, which runs without this code."""
    spec = importlib.util.spec_from_file_location("verify_record", ROOT / "docs/examples/verify_record.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["verify_record"] = module
    spec.loader.exec_module(module)
    return module
