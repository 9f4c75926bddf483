"""An inspector with an exported record: a folder with the archive and the checkpoints that were kept, and the verifier
run in it without the platform."""

import io
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from django.core.management import call_command
from django.db import transaction

from tables.play import commands as c
from tables.stream import ANY, NewEvent, append, read_feed
from tables.stream.merkle.checkpoints import Checkpoint, note_of, own_key
from tables.stream.merkle.note import SigningKey
from tables.stream.merkle.tiles import WIDTH
from tables.stream.tests.changed_record import at
from testkit.house import OpenHouse
from testkit.play import NOON
from testkit.stream import change_record, checkpoint_now

VERIFIER = Path(__file__).resolve().parents[3] / "docs/examples/verify_record.py"


class Carried:
    """A signed record, and what an inspector has of it."""

    def __init__(self, casino_id: int, key: SigningKey, folder: Path) -> None:
        self.casino_id, self.key, self.folder = casino_id, key, folder
        self.vkey = str(own_key(key, casino_id).verifier)
        self.sizes: list[int] = []
        self.told = ""
        """What the last export printed."""
        (folder / "kept").mkdir()

    def keep(self, checkpoint: Checkpoint) -> None:
        """The inspector takes a checkpoint along."""
        self.sizes.append(checkpoint.size)
        (self.folder / f"kept/{checkpoint.size:09}.note").write_text(str(note_of(checkpoint)))

    def tamper(self, position: int, *statements: str) -> None:
        """Change the record as the owner of its tables can: `{p}` is a position, `{at}` the event
        there, `{before}` the one before it."""
        places = {"{at}": at(position), "{before}": at(position - 1), "{p}": str(position)}
        texts = list(statements)
        for name, place in places.items():
            texts = [each.replace(name, place) for each in texts]
        change_record(self.casino_id, *texts)

    def export(self, name: str = "record.zip", *arguments: str) -> Path:
        out, told = self.folder / name, io.StringIO()
        call_command(
            "export_record",
            "--casino",
            str(self.casino_id),
            "--out",
            str(out),
            *arguments,
            stdout=told,
            stderr=told,
        )
        self.told = told.getvalue()
        return out

    def check(self, *arguments: str | Path) -> tuple[int, dict[str, Any]]:
        """How the verifier ends on record.zip, and what it says."""
        code, said = self.run("record.zip", "--key", self.vkey, "--json", *map(str, arguments))
        return code, json.loads(said)

    def run(self, *arguments: str) -> tuple[int, str]:
        ended = subprocess.run(
            [sys.executable, "-I", VERIFIER, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.returncode, ended.stdout + ended.stderr

    def members(self) -> dict[str, bytes]:
        """What stands in record.zip."""
        with ZipFile(self.folder / "record.zip") as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def rewrite(self, **members: bytes) -> None:
        """Write record.zip anew with other members, as anybody can; `events` is events.jsonl, and so on."""
        names = {name.partition(".")[0].rpartition("/")[2]: name for name in self.members()}
        written = self.members() | {names[name]: content for name, content in members.items()}
        with ZipFile(self.folder / "record.zip", "w") as archive:
            for name, content in written.items():
                archive.writestr(name, content)

    def forge(self, changed: dict[str, bytes | None]) -> None:
        """Write record.zip with other members, None for a member less, and with a manifest that fits them."""
        members = {
            name: content for name, content in (self.members() | changed).items() if content is not None
        }
        manifest = json.loads(members.pop("manifest.json"))
        manifest["members"] = {
            name: {"sha256": sha256(content).hexdigest(), "bytes": len(content)}
            for name, content in members.items()
        }
        with ZipFile(self.folder / "record.zip", "w") as archive:
            for name, content in (members | {"manifest.json": json.dumps(manifest).encode()}).items():
                archive.writestr(name, content)


def position_of(carried: Carried, type: str, nth: int = 0, table: str = "T1") -> int:
    """Where the table's nth event of a type stands in the feed, from 0 on."""
    found = read_feed(carried.casino_id, types=[type], stream_prefix=f"table/{table}/")[nth].position
    assert found is not None
    return found


def two_tables(casino_id: int, key: SigningKey, folder: Path) -> Carried:
    """Two tables, three coups at each in turn, and a checkpoint after each round; the inspector has kept them all."""
    carried = Carried(casino_id, key, folder)
    houses = [OpenHouse(casino_id, "pt-francesa", table=table) for table in ("T1", "T2")]
    for number in (17, 0, 32):
        for house in houses:
            house.coup(number, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
        carried.keep(checkpoint_now(casino_id, key))
    return carried


def fill_a_tile(carried: Carried) -> None:
    """So much more that the tree has a full tile, under a checkpoint."""
    noted = [NewEvent(type="noted", data={"number": n}, occurred_at=NOON) for n in range(WIDTH)]
    with transaction.atomic():
        append(carried.casino_id, "notes", noted, expected_version=ANY, now=NOON)
    carried.keep(checkpoint_now(carried.casino_id, carried.key))
