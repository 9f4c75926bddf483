"""`manage.py verify_record`: check of the record against its appended, sequenced and signed state."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db.utils import OperationalError, ProgrammingError

from tables.management_command import ManagementCommand
from tables.stream.chain import verify_chain
from tables.stream.errors import MonthArchived
from tables.stream.management.preconditions import database_needed, owner_connected
from tables.stream.merkle.checking import TreeFault, TreeWhole, streams_of, verify_tree
from tables.stream.merkle.checkpoints import own_key
from tables.stream.merkle.house_key import NO_KEY, KeyRefused, house_key
from tables.stream.merkle.kept import KeptCheckpoint, read_kept
from tables.stream.merkle.note import NoteRefused, SigningKey, VerifierKey
from tables.stream.projections import all_projections
from tables.stream.rebuilding import Compared, compare
from tables.stream.sequencing import casinos_recorded

DISAGREES, NOT_VERIFIED = 1, 2
"""Exit codes: something in the record disagrees; nothing does, but something that was asked for is not verified. 0:
everything that was asked for is verified."""

NAMED = 20
"""Most differing rows of a projection that are named; the rest are only counted."""


class Command(ManagementCommand):
    help = (
        "Works out every hash of the record anew, compares the tree with each checkpoint, and names the first place"
        " that differs. Trusts the keys given, or without any the house's own. Ends with 0 if everything that was asked"
        " for is verified, with 1 if something disagrees, and with 2 if something is not verified, which it lists."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--casino", type=int, help="one casino instead of all")
        parser.add_argument(
            "--vkey",
            action="append",
            default=[],
            help="a public key that checkpoints may be signed with; repeat it",
        )
        parser.add_argument(
            "--checkpoint",
            action="append",
            default=[],
            type=Path,
            metavar="FILE",
            help="a checkpoint that was kept outside of the house, the signed note that the API gave; repeat it."
            " A record that was cut off at its end is found by it alone",
        )
        parser.add_argument(
            "--projections",
            action="store_true",
            help="also derive every projection anew beside its live rows, and name the rows that differ",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """End with DISAGREES or NOT_VERIFIED, also if the options or the database let nothing be checked."""
        self.faults = self.gaps = 0
        try:
            self._verify(**options)
        except CommandError as ended:
            ended.returncode = DISAGREES if self.faults else NOT_VERIFIED
            raise

    def _verify(self, *, casino: int | None, projections: bool, **options: Any) -> None:
        """Check the casinos. Raises CommandError unless all that was asked for is verified."""
        try:
            given = [VerifierKey.parse(text) for text in options["vkey"]]
            kept = _kept(options["checkpoint"], casino)
        except NoteRefused as refused:
            raise CommandError(str(refused)) from None
        own, self.no_key = (None, "") if given else _own_key()
        # Only the owner may make the temporary tables of every projection.
        with database_needed(), owner_connected() if projections else nullcontext():
            casinos = (
                {*casinos_recorded(), *(each.casino_id for each in kept)} if casino is None else {casino}
            )
            checks = [
                (
                    casino_id,
                    given or _own(own, casino_id),
                    [each for each in kept if each.casino_id == casino_id],
                )
                for casino_id in sorted(casinos)
            ]
            _require_signed(checks)
            if not checks:
                self._not_verified("the database", "it has no record of a casino")
            for check in checks:
                self._check(*check)
            for casino_id in sorted(casinos) if projections else ():
                self._compare_all(casino_id)
        if not projections:
            self.stdout.write("not asked for: the projections, which --projections compares with the record")
        if self.faults:
            derived = ", or what was derived from it," if projections else ""
            raise CommandError(f"The record{derived} is not what was recorded")
        if self.gaps:
            raise CommandError("Nothing disagrees, but not everything that was asked for is verified")

    def _not_verified(self, where: str, gap: str) -> None:
        self.gaps += 1
        self.stdout.write(f"{where}, not verified: {gap}")

    def _check(self, casino_id: int, trusted: list[VerifierKey], kept: list[KeptCheckpoint]) -> None:
        found = verify_tree(casino_id, trusted, kept)
        if isinstance(found, TreeFault):
            self.stdout.write(f"casino {casino_id}, {found}")
        else:
            self.stdout.write(f"casino {casino_id}: {_whole(found)}")
        broken = [fault for stream in streams_of(casino_id) if (fault := verify_chain(casino_id, stream))]
        for fault in broken:
            self.stdout.write(f"casino {casino_id}, {fault}")
        self.faults += len(broken) + isinstance(found, TreeFault)
        if isinstance(found, TreeFault):
            self._not_verified(f"casino {casino_id}", "the feed behind that place, and all that refers to it")
        elif not found.events:
            self._not_verified(f"casino {casino_id}", "it has no record")
        elif not found.checkpoints:
            self._not_verified(f"casino {casino_id}", "a signature: no checkpoint was signed yet")
        if not trusted:
            gap = f"who signed the checkpoints, for no key is trusted: name it with --vkey ({self.no_key})"
            self._not_verified(f"casino {casino_id}", gap)
        for gap in _not_asked(found, kept):
            self.stdout.write(f"casino {casino_id}, not asked for: {gap}")

    def _compare_all(self, casino_id: int) -> None:
        """Compare every projection of the casino, and count those that differ as faults."""
        for projection in all_projections().values():
            if projection.not_rebuilt:
                self.stdout.write(
                    f"casino {casino_id}, not checked: the projection {projection.name}: {projection.not_rebuilt}"
                )
                continue
            try:
                found = compare(projection, casino_id)
            except MonthArchived as gone:
                self._not_verified(f"casino {casino_id}", f"the projections, for {gone}")
                return
            except ProgrammingError as refused:
                raise CommandError(
                    f"casino {casino_id}, projection {projection.name}: --projections takes the owner of the tables, in"
                    f" DATABASE_OWNER_URL ({refused})"
                ) from None
            except OperationalError as given_up:
                raise CommandError(
                    f"casino {casino_id}, projection {projection.name}: given up, appends kept it waiting ({given_up})"
                ) from None
            self.faults += bool(found.differences)
            for line in _compared(found):
                self.stdout.write(line)


def _not_asked(found: TreeFault | TreeWhole, kept: list[KeptCheckpoint]) -> Iterator[str]:
    """Yield the limits of the check that another option, or another program, goes beyond."""
    if isinstance(found, TreeFault):
        return
    if found.archived:
        yield (
            f"what {found.archived} archived events say: docs/examples/verify_record.py checks the files of their"
            " months (manage.py list_months)"
        )
    if kept:
        yield (
            f"whether events after {found.kept}, where the newest kept checkpoint ends, were cut off together"
            " with their checkpoints"
        )
    else:
        yield (
            "whether the record was cut off at its end together with its checkpoints, or made anew by who has"
            " the key: that takes a checkpoint kept elsewhere (--checkpoint FILE)"
        )


def _kept(files: Sequence[Path], casino: int | None) -> list[KeptCheckpoint]:
    """Return the checkpoints in these files, all of the casino where one is named. Raises NoteRefused."""
    kept = [read_kept(path) for path in files]
    for each in kept:
        if casino not in (None, each.casino_id):
            raise NoteRefused(f"{each.source} is of casino {each.casino_id}, and --casino says {casino}")
    return kept


def _require_signed(checks: Sequence[tuple[int, list[VerifierKey], list[KeptCheckpoint]]]) -> None:
    """Raise CommandError if a kept checkpoint is signed by no trusted key: it proves nothing."""
    try:
        for _, trusted, kept in checks:
            for each in kept if trusted else ():
                each.require_signed(trusted)
    except NoteRefused as refused:
        raise CommandError(str(refused)) from None


def _own_key() -> tuple[SigningKey | None, str]:
    """Return the house's key, or why there is none to go by: the sequencer's user alone can read it."""
    try:
        key = house_key()
    except KeyRefused as refused:
        return None, str(refused)
    return key, "" if key else NO_KEY


def _own(key: SigningKey | None, casino_id: int) -> list[VerifierKey]:
    return [own_key(key, casino_id).verifier] if key else []


def _whole(found: TreeWhole) -> str:
    signed = f"{found.signed} of them under {found.checkpoints} checkpoints"
    kept = f", the first {found.kept} as in the newest kept checkpoint" if found.kept else ""
    archived = f"; {found.archived} of them by their leaf in the tree alone" if found.archived else ""
    return f"{found.events} events stand as they were sealed, {signed}{kept}{archived}"


def _compared(found: Compared) -> Iterator[str]:
    where = f"casino {found.casino_id}, projection {found.name}"
    count = len(found.differences)
    if not count:
        yield f"{where}: its rows are those that {found.events} events give"
        return
    rows = (
        "1 row is not as the record has it" if count == 1 else f"{count} rows are not as the record has them"
    )
    older = f" (version {found.other_version} made them: run manage.py rebuild --outdated)"
    yield f"{where}: {rows}{older if found.other_version is not None else ''}"
    for difference in found.differences[:NAMED]:
        yield f"  {difference}"
    if count > NAMED:
        yield f"  and {count - NAMED} more"
