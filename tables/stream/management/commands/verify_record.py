"""`manage.py verify_record`: whether the record is what was appended, sealed and signed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.stream.chain import verify_chain
from tables.stream.management.database_needed import database_needed
from tables.stream.merkle.checking import TreeFault, streams_of, verify_tree
from tables.stream.merkle.checkpoints import own_key
from tables.stream.merkle.house_key import KeyRefused, house_key
from tables.stream.merkle.note import NoteRefused, SigningKey, VerifierKey
from tables.stream.sealing import casinos_with_events


class Command(BaseCommand):
    help = (
        "Works out every hash of the record anew, compares the tree with each checkpoint, and names the first place"
        " that differs. Trusts the keys given, or without any the house's own."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--casino", type=int, help="one casino instead of all")
        parser.add_argument(
            "--vkey",
            action="append",
            default=[],
            help="a public key that checkpoints may be signed with; repeat it",
        )

    def handle(self, *args: Any, casino: int | None, vkey: list[str], **options: Any) -> None:
        try:
            given = [VerifierKey.parse(text) for text in vkey]
            own = None if given else house_key()
        except (NoteRefused, KeyRefused) as refused:
            raise CommandError(str(refused)) from None
        with database_needed():
            casinos = casinos_with_events() if casino is None else [casino]
            faults = sum(self._check(casino_id, given or _own(own, casino_id)) for casino_id in casinos)
        if faults:
            raise CommandError("The record is not what was recorded")

    def _check(self, casino_id: int, trusted: list[VerifierKey]) -> int:
        found = verify_tree(casino_id, trusted)
        if isinstance(found, TreeFault):
            self.stdout.write(f"casino {casino_id}, {found}")
        else:
            self.stdout.write(
                f"casino {casino_id}: {found.events} events stand as they were sealed, {found.signed} of them under"
                f" {found.checkpoints} checkpoints"
                + (
                    ""
                    if trusted or not found.signed
                    else ", whose keys nobody vouches for: name them with --vkey"
                )
            )
        broken = [fault for stream in streams_of(casino_id) if (fault := verify_chain(casino_id, stream))]
        for fault in broken:
            self.stdout.write(f"casino {casino_id}, {fault}")
        return len(broken) + isinstance(found, TreeFault)


def _own(key: SigningKey | None, casino_id: int) -> list[VerifierKey]:
    return [own_key(key, casino_id).verifier] if key else []
