#!/usr/bin/env python3
"""Checks an exported stretch of a casino's record, offline, without any of the platform's own code.

    python3 verify_record.py record.zip --key 'casino.example/permanence/casino/1+…+…' --checkpoint kept/

`record.zip` is what `manage.py export_record` wrote. `--key` is the public key that the house's people have given you;
nothing in the archive can stand for it. `--checkpoint` is a checkpoint that you have kept, or a folder of them:
without one, a record that was made anew from end to end by who has the key looks whole. `--witness` is the public key
of a witness that you trust, `--earlier` an older archive of the same record.

It is checked that
- each event goes on from the hash of the event before it in its stream: hash = SHA-256(previous hash ‖ event),
- the events are the leaves of a Merkle tree that has the root of every checkpoint (RFC 6962, section 2.1),
- the checkpoints are signed by the house (c2sp.org/signed-note), and cosigned by the witness
  (c2sp.org/tlog-cosignature),
- the tree goes on from the checkpoints that you have kept (RFC 9162, section 2.1.4.2),
- no event is dated back: one behind a cosigned checkpoint was recorded before the time of the cosignature by ten
  minutes at most,
- each rulebook has the SHA-256 that the opening of a table's day names: an opening is an event like all others, and
  where it lies before the stretch it comes with a proof of its place in the tree (RFC 9162, section 2.1.3.2),
- the archive is what its manifest says.
The first event that was changed, is missing, was added or stands in another's place is named. The numbers of each
table's day are worked out from the events alone; `--numbers` prints them.

Ends with 0 if everything that was asked for is verified, with 1 if something disagrees, and with 2 if nothing disagrees
but something that was asked for is not verified. Each such point is printed as `not verified`, and `--json` lists it
under `not_verified`; a wrong argument and an unreadable file end with 2 too. `not asked for` names further checks.
A file from outside is read within limits: a plain file, packed by deflate or not at all, no member longer than its
manifest names, no line of more than 2 MiB. What exceeds a limit ends with 2.
The program needs Python 3.11 and, for Ed25519 (RFC 8032), the package `cryptography` or `PyNaCl`.
"""

import argparse
import json
import re
import stat
import struct
import sys
import tomllib
import zlib
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from io import RawIOBase
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

FORMAT = "permanence-record/1"
GENESIS, UNKNOWN = bytes(32), bytes(32)
HOUSE, WITNESS = 1, 4  # the algorithm in a key: Ed25519 under a note, Ed25519 under a cosignature
BLOCK = 1 << 20
WINDOW = 10_000  # events behind a fault that are looked through for what should stand there
MIB = 1 << 20
LARGEST_READ = 2 * MIB  # of the archive at once: its directory is read whole
LARGEST_MANIFEST = LARGEST_TOML = MIB
LARGEST_UNPACKED, MOST_UNPACKED = (
    128 * MIB,
    200,
)  # all members together: bytes, or so many times the archive's own
LARGEST_DOCUMENTS, LARGEST_ELSEWHERE = 16 * MIB, 64 * MIB  # held in memory at once
LONGEST_LINE = 2 * MIB
LARGEST_NOTE, MOST_SIGNATURES = 1 << 16, 32
LARGEST_NUMBER = 1 << 60
MOST_FAULTS = 100
DATED_BACK_S = (
    600  # an event may be recorded so long before a checkpoint that it is not in: its transaction took longer
)
NOT_LONGER = 400  # characters of a message about a foreign file
UNREADABLE = (OSError, BadZipFile, zlib.error, struct.error, EOFError, KeyError, RuntimeError, ValueError)
NAMED = 3  # days named in one line; of the rest only their number


class CannotCheck(Exception):
    """What is given cannot be checked at all, in words."""


class Wrong(Exception):
    """What does not agree, in words."""


@dataclass
class Fault:
    """What is not as it was signed, and where it begins."""

    what: str
    text: str
    position: int | None = None
    stream: str | None = None
    version: int | None = None
    type: str | None = None
    recorded_at: str | None = None

    def __str__(self) -> str:
        event = f"{self.type} of {self.stream} version {self.version}" if self.type else ""
        if not event and self.stream:
            event = f"{self.stream} version {self.version}"
        at = f"recorded {self.recorded_at}" if self.recorded_at else ""
        place = f"position {self.position}" if self.position else ""
        return f"{self.what}: {', '.join(each for each in (place, event, at) if each) or 'the archive'}: {self.text}"


class Found(Exception):
    """The first event that is not as it was signed, by what it says of itself."""

    def __init__(self, what: str, text: str, position: int, event: dict[str, Any] | None = None) -> None:
        super().__init__(text)
        named = [(event or {}).get(name) for name in ("stream", "version", "type", "recorded_at")]
        self.fault = Fault(what, text, position, *named)


# --- signed notes -----------------------------------------------------------------------------------------


def ed25519() -> Callable[[bytes, bytes, bytes], bool]:
    """What says whether a signature of a text was made with a public key."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        pass
    else:

        def by_cryptography(public: bytes, signature: bytes, text: bytes) -> bool:
            try:
                Ed25519PublicKey.from_public_bytes(public).verify(signature, text)
            except (InvalidSignature, ValueError):
                return False
            return True

        return by_cryptography
    try:
        from nacl.exceptions import CryptoError
        from nacl.signing import VerifyKey
    except ImportError:
        raise CannotCheck("no Ed25519 here: install the package cryptography, or PyNaCl") from None

    def by_nacl(public: bytes, signature: bytes, text: bytes) -> bool:
        try:
            VerifyKey(public).verify(text, signature)
        except (CryptoError, ValueError):
            return False
        return True

    return by_nacl


class Key(NamedTuple):
    """A public key as it is handed over: `name+id+base64`."""

    name: str
    id: bytes
    public: bytes

    @classmethod
    def parse(cls, text: str, algorithm: int) -> "Key":
        name, _, rest = text.strip().partition("+")
        id_, _, encoded = rest.partition("+")
        try:
            key = b64decode(encoded, validate=True)
        except ValueError:
            key = b""
        if not name or len(key) != 33 or key[0] != algorithm:
            raise CannotCheck(
                f"'{text}' is no public key of a {'house' if algorithm == HOUSE else 'witness'}"
            )
        known_as = sha256(name.encode() + b"\n" + key).digest()[:4]
        if known_as.hex() != id_:
            raise CannotCheck(f"the key of {name} is {known_as.hex()}, not {id_}: it was not copied whole")
        return cls(name, known_as, key[1:])


class Checkpoint(NamedTuple):
    """What the house said of its record: how many events, and the root of their tree."""

    source: str
    origin: str
    size: int
    root: bytes
    text: str
    signatures: list[tuple[str, bytes]]

    @classmethod
    def parse(cls, note: str, source: str) -> "Checkpoint":
        text, _, lines = note.rpartition("\n\n")
        try:
            origin, size, root = text.split("\n")[:3]
            signatures = []
            for line in lines.splitlines()[:MOST_SIGNATURES]:
                dash, name, encoded = line.split(" ")
                if dash != "—":
                    raise ValueError(line)
                signatures.append((name, b64decode(encoded, validate=True)))
            return cls(source, origin, int(size), b64decode(root, validate=True), text + "\n", signatures)
        except ValueError:
            raise Wrong(f"{source} is no signed checkpoint") from None

    def check_signed(self, keys: list[Key], verify: Callable[[bytes, bytes, bytes], bool]) -> None:
        """Raise Wrong unless one of these keys has signed it, in its own name."""
        for key in keys:
            for name, data in self.signatures:
                if (name, data[:4]) == (key.name, key.id) and key.name == self.origin:
                    if not verify(key.public, data[4:], self.text.encode()):
                        raise Wrong(f"the signature by {name} under {self.source} is not right")
                    return
        raise Wrong(f"{self.source}, of {self.origin}, is not signed with a key that was given")

    def cosigned_at(self, witness: Key, verify: Callable[[bytes, bytes, bytes], bool]) -> int | None:
        """When the witness cosigned it, in seconds since 1970; None if it did not. Raises Wrong."""
        for name, data in self.signatures:
            if (name, data[:4]) == (witness.name, witness.id):
                time = int.from_bytes(data[4:12], "big")
                text = f"cosignature/v1\ntime {time}\n{self.text}".encode()
                if not verify(witness.public, data[12:], text):
                    raise Wrong(f"the cosignature by {name} under {self.source} is not right")
                return time
        return None


# --- the tree ---------------------------------------------------------------------------------------------


class Tree:
    """The right edge of a Merkle tree: the roots of the full subtrees that it is made of, the largest first."""

    def __init__(self, subtrees: list[dict[str, Any]]) -> None:
        self.size = 0
        self.edge: list[bytes] = []
        self.add_all(subtrees)

    def add_all(self, subtrees: list[dict[str, Any]]) -> None:
        for each in subtrees:
            if not 0 <= each["height"] < 64:
                raise Wrong("tree/edges.json has a subtree that no tree has")
            self.add(bytes.fromhex(each["hash"]), each["height"])

    def add(self, root: bytes, height: int = 0) -> None:
        edge = self.edge
        edge.append(root)
        self.size += 1 << height
        full = self.size >> height
        while not full & 1:
            right = edge.pop()
            edge[-1] = sha256(b"\x01" + edge[-1] + right).digest()
            full >>= 1

    def root(self) -> bytes:
        if not self.edge:
            return sha256(b"").digest()
        root = self.edge[-1]
        for left in reversed(self.edge[:-1]):
            root = sha256(b"\x01" + left + root).digest()
        return root


def consistent(older: tuple[int, bytes], newer: tuple[int, bytes], path: list[bytes]) -> bool:
    """Whether the newer tree, of this size and root, begins with the older: RFC 9162, section 2.1.4.2."""
    (first, first_root), (second, second_root) = older, newer
    if first == second:
        return not path and first_root == second_root
    steps = [first_root, *path] if first & (first - 1) == 0 else path
    if not 0 < first < second or not steps:
        return False
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = steps[0]
    for step in steps[1:]:
        if not sn:
            return False
        if fn & 1 or fn == sn:
            fr, sr = sha256(b"\x01" + step + fr).digest(), sha256(b"\x01" + step + sr).digest()
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = sha256(b"\x01" + sr + step).digest()
        fn, sn = fn >> 1, sn >> 1
    return not sn and (fr, sr) == (first_root, second_root)


def included(leaf: bytes, position: int, tree: tuple[int, bytes], path: list[bytes]) -> bool:
    """Whether the tree of this size and root has the leaf at a position, from 1 on: RFC 9162, section 2.1.3.2."""
    size, root = tree
    fn, sn = position - 1, size - 1
    if not 0 <= fn <= sn:
        return False
    found = leaf
    for step in path:
        if not sn:
            return False
        if fn & 1 or fn == sn:
            found = sha256(b"\x01" + step + found).digest()
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            found = sha256(b"\x01" + found + step).digest()
        fn, sn = fn >> 1, sn >> 1
    return not sn and found == root


# --- the archive ------------------------------------------------------------------------------------------


def plain(path: Path) -> BinaryIO:
    """Open a plain file: no device, no FIFO. Raises OSError."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is not a plain file")
    return path.open("rb")


def no_larger(content: bytes, most: int, name: str) -> bytes:
    """Return the content. Raises CannotCheck if it has more bytes."""
    if len(content) > most:
        raise CannotCheck(f"{name} is too large: at most {most:,} bytes are read")
    return content


class ShortReads(RawIOBase):
    """An archive of which no more than LARGEST_READ bytes are read at once, so that its directory is bounded."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.seek, self.tell = file, file.seek, file.tell  # type: ignore[method-assign]

    def seekable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        most = LARGEST_READ + 1
        return no_larger(
            self.file.read(min(size, most) if size >= 0 else most), LARGEST_READ, "its directory"
        )


class Archive:
    """The file, read member by member; what is long is never held in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lengths: dict[str, int] = {"manifest.json": LARGEST_MANIFEST}
        try:
            self.zip = ZipFile(ShortReads(plain(path)))  # type: ignore[arg-type]  # it reads, seeks and tells
            most = max(LARGEST_UNPACKED, MOST_UNPACKED * path.stat().st_size)
            if sum(info.file_size for info in self.zip.infolist()) > most:
                raise ValueError(f"it unpacks to more than {most:,} bytes")
            with self.zip.open(self.checked("manifest.json")) as member:
                self.manifest = json.loads(member.read())
            self.first, self.last, self.cover = (
                self.manifest[each] for each in ("first", "last", "covered_by")
            )
            self.origin: str = self.manifest["origin"]
            known = (
                self.manifest["format"] == FORMAT
                and {type(each) for each in (self.first, self.last, self.cover)} == {int}
                and 1 <= self.first <= self.last <= self.cover < LARGEST_NUMBER
            )
            for name, each in self.manifest["members"].items():
                self.lengths[name] = int(each["bytes"])
                bytes.fromhex(each["sha256"])
        except (*UNREADABLE, TypeError, AttributeError, Wrong) as error:
            raise CannotCheck(f"{path} is no archive of a record ({error})") from None
        if not known:
            raise CannotCheck(f"{path} says of itself {self.manifest['format']}; {FORMAT} is known here")
        self.hashed: dict[str, tuple[str, int]] = {}
        self.month: int | None = self.manifest.get("month")
        """Of a month's archive: only the tables' days of it are in the file."""
        self.elsewhere = 0
        """How many positions lie in other files: only their leaves are here."""

    def kept_elsewhere(self) -> Iterator[tuple[int, int]]:
        """The positions of a month's archive that belong to what is not of the month, in runs from the first on."""
        if self.month is not None:
            try:
                text = b"".join(self.blocks("elsewhere.json", LARGEST_ELSEWHERE))
                if not re.fullmatch(rb"\s*\[(?:\[\d{1,18},\d{1,18}\],?)*+\]\s*", text):
                    raise ValueError("pairs of positions are expected")
                pairs = re.finditer(rb"\[(\d+),(\d+)\]", text)
                yield from ((int(pair[1]), int(pair[2])) for pair in pairs)
            except ValueError as error:
                raise Wrong(f"elsewhere.json is not of the documented form ({error})") from None

    def checked(self, name: str) -> ZipInfo:
        """The entry of a member that may be read. Raises Wrong, CannotCheck, and KeyError for one that is not there."""
        info = self.zip.getinfo(name)
        if info.flag_bits & 1 or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise CannotCheck(f"{self.path} has {name} encrypted, or packed in another way than by deflate")
        if info.file_size > self.lengths.get(name, 0) + MIB:  # little more is read, to name the event
            raise Wrong(f"{name} has {info.file_size:,} bytes, more than the manifest names")
        if name == "tree/leaves" and info.compress_type != ZIP_STORED:
            raise CannotCheck(f"{self.path} has {name} packed, and it should be stored as it is")
        return info

    def blocks(self, name: str, most: int = sys.maxsize) -> Iterator[bytes]:
        """A member of at most so many bytes, in pieces. What is read to its end has its hash in `hashed`. Raises Wrong
        where it is damaged."""
        hashed, length = sha256(), 0
        try:
            with self.zip.open(self.checked(name)) as member:
                if self.zip.getinfo(name).file_size > most:
                    raise CannotCheck(f"{name} of {self.path} is too large: at most {most:,} bytes are read")
                while block := member.read(BLOCK):
                    hashed.update(block)
                    length += len(block)
                    yield block
        except UNREADABLE as error:
            raise Wrong(f"{name} cannot be read to its end: {error}") from None
        self.hashed[name] = (hashed.hexdigest(), length)

    def lines(self, name: str, most: int = sys.maxsize) -> Iterator[bytes]:
        rest = b""
        for block in self.blocks(name, most):
            *lines, rest = (rest + block).split(b"\n")
            no_larger(rest, LONGEST_LINE, f"a line of {name} in {self.path}")
            yield from lines
        if rest:
            yield rest

    def leaves(self) -> Iterator[bytes]:
        for block in self.blocks("tree/leaves"):
            yield from (block[at : at + 32] for at in range(0, len(block), 32))

    def has(self, name: str) -> bool:
        return name in self.zip.namelist()

    def documents(self, name: str, most: int = LARGEST_DOCUMENTS) -> Iterator[Any]:
        """Yield the documents of a member, a line each. Raises Wrong, and CannotCheck where it has too many bytes."""
        for line in self.lines(name, most):
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                raise Wrong(f"{name} is no JSON") from None

    def check_manifest(self) -> Iterator[Fault]:
        """That every member is what the manifest says, and that there is no other."""
        names = self.zip.namelist()
        there_are = {name for name in names if name != "manifest.json"}
        for name in sorted(name for name, times in Counter(names).items() if times > 1):
            yield Fault("archive", f"{name} is in it twice: a program may read either")
        for name in sorted(there_are | set(self.manifest["members"])):
            expected = self.manifest["members"].get(name)
            if expected is None or name not in there_are:
                yield Fault(
                    "archive", f"{name} stands in the {'archive' if expected is None else 'manifest'} alone"
                )
                continue
            try:
                if name not in self.hashed:
                    for _ in self.blocks(name):
                        pass
            except Wrong as wrong:
                yield Fault("archive", str(wrong))
                continue
            if self.hashed[name] != (expected["sha256"], expected["bytes"]):
                yield Fault("archive", f"{name} is not the file that the manifest names by its hash")


# --- the events -------------------------------------------------------------------------------------------

Head = tuple[int, bytes]  # the version and the hash at which a stream stands
Opening = tuple[int, dict[str, Any]]  # an event by which a table's day began, and its position


@dataclass
class Numbers:
    """The numbers of each table's day, from the events alone."""

    days: dict[str, dict[str, Any]] = field(default_factory=dict)
    openings: dict[str, Opening] = field(default_factory=dict)
    """The first event of each day's stream: it names the rulebook, its version and the SHA-256 of its text."""

    def take(self, event: dict[str, Any], position: int) -> None:
        stream, type_, data = event["stream"], event["type"], event["data"]
        if not stream.startswith("table/"):
            return
        day = self.days.get(stream)
        if day is None:
            _, table, date = stream.split("/")
            day = {
                "table": table,
                "day": date,
                "whole": event["version"] == 1,
                "closed": False,
                "rulebook": None,
            }
            self.days[stream] = day = {**day, "wheel": None, "numbers": {}}
        if type_ == "table_opened":
            self.open(event, position)
        elif type_ in ("table_closed", "table_reopened"):
            day["closed"] = type_ == "table_closed"
        elif type_ == "number_fell":
            row = {name: data[name] for name in ("coup", "number", "colour", "source")}
            row |= {"fell_at": event["occurred_at"], "first_said": None, "disputed": False}
            day["numbers"][data["coup"]] = row
        elif type_ == "discrepancy_found" and data["coup"] in day["numbers"]:
            day["numbers"][data["coup"]]["disputed"] = True
        elif type_ == "discrepancy_resolved" and data["coup"] in day["numbers"]:
            row = day["numbers"][data["coup"]]
            if row["number"] != data["number"] and row["first_said"] is None:
                row["first_said"] = row["number"]
            row.update(number=data["number"], colour=data["colour"], disputed=False)

    def open(self, event: dict[str, Any], position: int) -> None:
        """Note by which rulebook a day of the archive was opened."""
        day, data = self.days[event["stream"]], event["data"]
        day["rulebook"], day["wheel"] = f"{data['rulebook']}.v{data['rulebook_version']}", data["wheel"]
        self.openings[event["stream"]] = (position, event)

    def take_openings_before(self, archive: Archive, tree: tuple[int, bytes]) -> None:
        """Take the openings that lie before the stretch, each by its proof in the signed tree. Raises Wrong."""
        for document in archive.documents("openings.jsonl") if archive.has("openings.jsonl") else ():
            payload, position = document["event"].encode(), document["position"]
            leaf = sha256(b"\x00" + sha256(GENESIS + payload).digest()).digest()
            event = read(payload)
            named = (event.get("version"), event.get("type")) == (1, "table_opened")
            if not named or not included(
                leaf, position, tree, [b64decode(each) for each in document["path"]]
            ):
                raise Wrong(f"openings.jsonl: no such opening was signed at position {position}")
            if event["stream"] in self.days:
                self.open(event, position)

    def check_rulebooks(self, archive: Archive, report: "Report") -> None:
        """Hold the rulebooks of the archive against the openings, and the numbers against the rulebooks."""
        texts = {name for name in archive.zip.namelist() if name.startswith("rulebooks/")}
        days_by: dict[str, list[str]] = {}
        for stream, day in self.days.items():
            label = f"{day['table']} {day['day']}"
            if stream not in self.openings:
                report.not_verified.append(
                    f"the rulebook of {label}: the opening of this day is not in the archive"
                )
                continue
            days_by.setdefault(f"rulebooks/{day['rulebook']}.toml", []).append(stream)
        for name in sorted(texts - days_by.keys()):
            report.not_verified.append(
                f"{name}: no opening in the archive names it, so its text is under no signature"
            )
        for name, streams in sorted(days_by.items()):
            if name in texts:
                self._check_rulebook(archive, name, streams, report)
            else:
                report.not_verified.append(
                    f"{name}: it is not in the archive, and an opening names it ({self._labels(streams)})"
                )

    def _check_rulebook(self, archive: Archive, name: str, streams: list[str], report: "Report") -> None:
        text = b"".join(archive.blocks(name, LARGEST_TOML))
        digest = sha256(text).hexdigest()
        unsigned = []
        for stream in streams:
            position, event = self.openings[stream]
            signed = event["data"].get("rulebook_sha256")
            if not signed:
                unsigned.append(stream)
            elif signed != digest:
                said = f"{name} is not the rulebook that the table was opened by: its SHA-256 is {digest}, not {signed}"
                report.faults.append(Found("rulebook", said, position, event).fault)
                return
        if unsigned:
            report.not_verified.append(
                f"{name} is under no signature for {self._labels(unsigned)}: the opening names no hash of the text"
            )
        if len(unsigned) < len(streams):
            report.checked.append(
                f"{name} is the rulebook that {len(streams) - len(unsigned)} openings name by its hash"
            )
        report.faults += self._check_pockets(name, text, streams)

    def _labels(self, streams: list[str]) -> str:
        labels = [f"{self.days[each]['table']} {self.days[each]['day']}" for each in streams]
        more = [f"{len(labels) - NAMED} more days"] if len(labels) > NAMED else []
        return ", ".join([*labels[:NAMED], *more])

    def _check_pockets(self, name: str, text: bytes, streams: list[str]) -> Iterator[Fault]:
        """Check that each number is a pocket of the wheel that the opening names."""
        try:
            wheels = tomllib.loads(bounded_toml(text.decode("utf-8-sig")))["wheels"]
            pockets = {stream: wheels[self.days[stream]["wheel"]]["order"] for stream in streams}
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            yield Fault("rulebook", f"{name} has no wheel of the tables that were opened by it ({error!r})")
            return
        for stream in streams:
            for row in self.days[stream]["numbers"].values():
                if row["number"] not in pockets[stream]:
                    said = f"coup {row['coup']} has the number {row['number']}, which its wheel has not"
                    yield Fault("numbers", said, stream=stream, recorded_at=row["fell_at"])


TOML_TOKEN = re.compile(r'"""|\'\'\'|["\'#\[\]{}=,.\n]|[\w+-]{101}')
TOML_END = {'"""': r'\\.|"""', '"': r'\\.|"|\n', "'''": "'''", "'": "'"}


def bounded_toml(text: str) -> str:
    """Return the text. Raises ValueError for one that would cost the parser too much: deep, with a number of more than
    100 digits, or with keys of many parts."""
    depth = parts = of_key = at = 0
    while token := TOML_TOKEN.search(text, at):
        sign, at = token[0], token.end()
        if sign in TOML_END or sign == "#":
            end = re.compile(TOML_END.get(sign, "\n"), re.DOTALL)
            found = end.search(text, at)
            while found and found[0][0] == "\\":
                found = end.search(text, found.end())
            if not found or (sign == '"' and found[0] == "\n"):
                return text  # it does not end: the parser stops there
            at = found.start() if sign == "#" else found.end()
            for _ in range(2 if len(sign) == 3 else 0):
                at += text.startswith(
                    sign[0], at
                )  # up to two quotes before the last three belong to the text
            continue
        of_key = of_key + 1 if sign == "." else 0
        parts += sign in ".=["
        depth += (sign in "[{") - (sign in "]}")
        if depth > 32 or of_key > 15 or parts > 60_000 or len(sign) > 100:
            raise ValueError(f"too deep, too long or too many keys near character {at}")
    return text


class Walk:
    """One way through the events, from the first on, with the tree that they make."""

    def __init__(
        self, archive: Archive, due: dict[int, list[Checkpoint]], numbers: Numbers, cosigned: dict[int, int]
    ) -> None:
        self.archive, self.due, self.numbers = archive, due, numbers
        self.cosigned = sorted(cosigned.items(), reverse=True)
        self.not_before = 0
        """When a checkpoint was cosigned that ends before this place, in seconds since 1970."""
        self.dated_back: list[Fault] = []
        (self.edges,) = archive.documents("tree/edges.json", LARGEST_NOTE)
        self.tree = Tree(self.edges["before"])
        if self.tree.size != archive.first - 1:
            raise Wrong("tree/edges.json does not end where the events begin")
        chains = archive.documents("chains.jsonl")
        self.heads: dict[str, Head] = {
            each["stream"]: (each["version"] - 1, bytes.fromhex(each["prev_hash"])) for each in chains
        }
        self.agreed = archive.first - 1
        """As far as the tree has the root of every checkpoint."""
        self.begin: tuple[int, dict[str, Any]] | None = None
        """The first event behind that."""
        self.signed_leaves: int | None = None
        self.position = archive.first - 1
        self.payloads, self.leaves = archive.lines("events.jsonl"), archive.leaves()
        self.runs = archive.kept_elsewhere()
        self.run = next(self.runs, None)

    def go(self) -> Fault | None:
        """The first event that is not as it was signed. Raises Wrong where the archive cannot be read on."""
        try:
            self._check_roots()
            for payload in self.payloads:
                self._take(payload)
            self._end()
        except Found as found:
            return found.fault
        return None

    def _take(self, payload: bytes) -> None:
        self.position += 1
        event = read(payload)
        if self.position > self.archive.last:
            raise Found("added", "it stands behind the end", self.position, event)
        if not payload and self._is_elsewhere():
            self.tree.add(self._leaf())
            self.archive.elsewhere += 1
            if self.position in self.due:
                self._check_roots()
            return
        version, before = self.heads.get(event.get("stream", ""), (0, GENESIS))
        hashed = sha256(before + payload).digest()
        leaf = sha256(b"\x00" + hashed).digest()
        listed = self._leaf()
        if self.begin is None:
            self.begin = (self.position, event)
        if leaf != listed and self.signed_leaves is None:
            self.signed_leaves = self._signed_leaves()
        if leaf != listed and self.position <= (self.signed_leaves or 0):
            raise Search(self, payload, listed).found()
        if not event:
            raise Found("changed" if payload else "missing", "this is not an event", self.position)
        if event["version"] != version + 1:
            raise Found("out of order", f"its stream was at version {version}", self.position, event)
        self.heads[event["stream"]] = (version + 1, hashed)
        self.tree.add(leaf)
        self.numbers.take(event, self.position)
        self._check_time(event)
        if self.position in self.due:
            self._check_roots()

    def _check_time(self, event: dict[str, Any]) -> None:
        """Note an event as dated back that says that it was recorded long before a checkpoint that it is not in."""
        while self.cosigned and self.cosigned[-1][0] < self.position:
            self.not_before = max(self.not_before, self.cosigned.pop()[1])
        if not self.not_before:
            return
        recorded = datetime.fromisoformat(event["recorded_at"])
        late = self.not_before - recorded.timestamp()
        if late > DATED_BACK_S and len(self.dated_back) < MOST_FAULTS:
            at = datetime.fromtimestamp(self.not_before, UTC).isoformat()
            text = f"a checkpoint that it is not in was cosigned at {at}, {late / 60:.0f} minutes later"
            self.dated_back.append(Found("dated back", text, self.position, event).fault)

    def _leaf(self) -> bytes:
        """The next leaf. The leaves bound the walk: they are not packed."""
        leaf = next(self.leaves, None)
        if leaf is None:
            raise Wrong(f"tree/leaves ends before position {self.position}")
        return leaf

    def _is_elsewhere(self) -> bool:
        while self.run and self.run[1] < self.position:
            self.run = next(self.runs, None)
        return self.run is not None and self.run[0] <= self.position

    def _end(self) -> None:
        """That no event is missing at the end, and what stands behind them leads to the root of the checkpoint."""
        if self.position < self.archive.last:
            text = f"the events end here, and should end at position {self.archive.last}"
            raise Found("missing", text, self.position + 1)
        for _ in self.leaves:
            raise Wrong("tree/leaves has more leaves than there are events")
        if self.archive.cover > self.archive.last:
            self.tree.add_all(self.edges["after"])
            self._check_roots()

    def _check_roots(self) -> None:
        size = self.tree.size
        for checkpoint in self.due.get(size, ()):
            if self.tree.root() != checkpoint.root:
                at, event = self.begin or (max(self.agreed + 1, 1), None)
                until = min(size, self.archive.last)
                text = f"here or after it, up to position {until}, stands what {checkpoint.source} was not made of"
                if size < self.archive.first:
                    text = f"what stands before the stretch is not what {checkpoint.source} was made of"
                raise Found("changed", text, at, event)
        if size in self.due:
            self.agreed, self.begin = size, None

    def _signed_leaves(self) -> int:
        """As far as the leaves in the archive give the root of every checkpoint: so far they say what should stand
        where."""
        tree, signed = Tree(self.edges["before"]), self.archive.first - 1
        for leaf in self.archive.leaves():
            tree.add(leaf)
            if tree.size == self.archive.last < self.archive.cover:
                tree.add_all(self.edges["after"])
            if tree.size in self.due:
                root = tree.root()
                if any(root != each.root for each in self.due[tree.size]):
                    break
                signed = min(tree.size, self.archive.last)
        return signed


def read(payload: bytes) -> dict[str, Any]:
    """What an event says of itself; nothing where it is none."""
    try:
        event: dict[str, Any] = json.loads(payload)
        if isinstance(event["stream"], str) and isinstance(event["version"], int):
            return event
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return {}


class Search:
    """What happened at the first position whose event is not the one that was signed there: the events behind it are
    looked through for the one that was, and the positions behind it for one where this event belongs."""

    def __init__(self, walk: Walk, payload: bytes, listed: bytes) -> None:
        self.position = walk.position
        self.heads = dict(walk.heads)
        self.payloads = [payload, *self._readable(walk.payloads)]
        self.leaves = [listed, *islice(walk.leaves, min(WINDOW, (walk.signed_leaves or 0) - walk.position))]
        self.events = [read(each) for each in self.payloads]
        self.pool: dict[tuple[str, int], list[int]] = {}
        for place, event in enumerate(self.events):
            if event:
                self.pool.setdefault((event["stream"], event["version"]), []).append(place)
        self.candidates: dict[bytes, tuple[int, bytes]] = {}

    @staticmethod
    def _readable(payloads: Iterator[bytes]) -> list[bytes]:
        found: list[bytes] = []
        with suppress(Wrong):  # what was read before the damage is enough to name the first
            room = LARGEST_DOCUMENTS
            for payload in islice(payloads, WINDOW):
                room -= len(payload)
                if room < 0:
                    break
                found.append(payload)
        return found

    def _offer(self, stream: str) -> None:
        """The events that may come next in a stream, by the leaf that each would be."""
        version, before = self.heads.get(stream, (0, GENESIS))
        for place in self.pool.get((stream, version + 1), ()):
            hashed = sha256(before + self.payloads[place]).digest()
            self.candidates[sha256(b"\x00" + hashed).digest()] = (place, hashed)

    def found(self) -> Found:
        for stream in {stream for stream, _ in self.pool}:
            self._offer(stream)
        next_versions = {stream: self.heads.get(stream, (0, b""))[0] + 1 for stream, _ in self.pool}
        belongs: dict[int, int] = {}
        for offset, leaf in enumerate(self.leaves):
            if leaf in self.candidates:
                place, hashed = self.candidates[leaf]
                belongs[place] = offset
                event = self.events[place]
                self.heads[event["stream"]] = (event["version"], hashed)
                self._offer(event["stream"])
        return self._named(belongs, next_versions)

    def _named(self, belongs: dict[int, int], next_versions: dict[str, int]) -> Found:
        event, here = self.events[0], self.position
        is_there = next((place for place, offset in belongs.items() if offset == 0), None)
        if is_there is not None:
            if 0 in belongs:
                text = f"it was signed at position {here + belongs[0]}; what was signed here is at {here + is_there}"
                return Found("moved", text, here, event)
            return Found("added", f"what was signed here stands at position {here + is_there}", here, event)
        version = event.get("version")
        if event and 0 not in belongs and version == next_versions[event["stream"]]:
            return Found("changed", "it is not the event that was signed here", here, event)
        if self.payloads[0] and not event:
            return Found("changed", "what stands here is no event", here)
        return self._missing(belongs, next_versions)

    def _missing(self, belongs: dict[int, int], next_versions: dict[str, int]) -> Found:
        """What was signed here is nowhere. A stream that goes on behind a gap says which event it was."""
        for place, event in enumerate(self.events):
            if event and place not in belongs and event["version"] > next_versions[event["stream"]]:
                named = {"stream": event["stream"], "version": next_versions[event["stream"]]}
                text = (
                    f"the next of its stream is version {event['version']}, recorded {event['recorded_at']}"
                )
                return Found("missing", text, self.position, named)
        return Found("missing", "what was signed here stands nowhere in the archive", self.position)


# --- the whole of it --------------------------------------------------------------------------------------


@dataclass
class Report:
    """What was found."""

    faults: list[Fault] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)
    not_verified: list[str] = field(default_factory=list)
    """Points that were asked for, and that nothing in the archive proves or disproves."""
    not_asked: list[str] = field(default_factory=list)
    """Points that no option asked for."""
    numbers: Numbers = field(default_factory=Numbers)
    cosigned: dict[int, int] = field(default_factory=dict)
    """By the size of a checkpoint: when a witness cosigned it first, in seconds since 1970."""

    @property
    def exit_code(self) -> int:
        """0: all that was asked for is verified; 1: something disagrees; 2: something is not verified."""
        if self.faults:
            return 1
        return 2 if self.not_verified else 0


class Given(NamedTuple):
    """What the inspector has brought along."""

    keys: list[Key]
    witnesses: list[Key]
    kept: list[Checkpoint]
    earlier: list[Path]


def check(path: Path, given: Given) -> Report:
    """Check an archive. Raises CannotCheck."""
    archive, report, verify = Archive(path), Report(), ed25519()
    due: dict[int, list[Checkpoint]] = {}
    try:
        for kept in given.kept:
            kept.check_signed(given.keys, verify)
    except Wrong as wrong:
        raise CannotCheck(str(wrong)) from None
    try:
        checkpoints = signed_checkpoints(archive, given, verify, report)
        for each in (*checkpoints, *given.kept):
            due.setdefault(each.size, []).append(each)
        signed = next(each for each in checkpoints if each.size == archive.cover)
        covering = (signed.size, signed.root)
        if signed.origin != archive.origin:
            report.faults.append(
                Fault("archive", f"it says that it is of {archive.origin!r}, not of {signed.origin}")
            )
        walk = Walk(archive, due, report.numbers, report.cosigned)
        fault = walk.go()
        report.faults += walk.dated_back
        if fault is None:
            report_whole(archive, checkpoints, report)
            check_kept(archive, covering[1], given, report)
        else:
            report.faults.append(fault)
            report.not_verified.append("the events behind that place, and all that refers to them")
        report.numbers.take_openings_before(archive, covering)
        report.numbers.check_rulebooks(archive, report)
    except Wrong as wrong:
        report.faults.append(Fault("archive", str(wrong)))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        report.faults.append(Fault("archive", f"it is not of the documented form ({error!r})"))
    for earlier in given.earlier:
        compare(Archive(earlier), archive, report)
    report.faults += archive.check_manifest()
    return report


def report_whole(archive: Archive, checkpoints: list[Checkpoint], report: Report) -> None:
    """Report the events that are as they were signed, and for a month's archive, how far that reaches."""
    length = archive.last - archive.first + 1 - archive.elsewhere
    report.checked.append(f"{length} events are as they were signed, under {len(checkpoints)} checkpoints")
    if archive.month is None:
        return
    report.not_asked.append(
        f"the content of {archive.elsewhere} positions between the events: the archive says that they belong to other"
        " months or to no day, and only their leaves in the tree are here"
    )
    report.not_verified += [
        f"the end of {day['table']} {day['day']}: the day is not closed in the archive, so later events may be left out"
        for day in report.numbers.days.values()
        if not day["closed"]
    ]


def signed_checkpoints(
    archive: Archive, given: Given, verify: Callable[[bytes, bytes, bytes], bool], report: Report
) -> list[Checkpoint]:
    """Return the checkpoints of the archive that the house has signed, and report the faults of the others."""
    found: list[Checkpoint] = []
    for document in archive.documents("checkpoints.jsonl", sys.maxsize):
        try:
            each = Checkpoint.parse(short(document["note"]), "a checkpoint in the archive")
            if found and each.text == found[-1].text:
                continue
            each = each._replace(source=f"the checkpoint of {each.size} events, of {document['signed_at']},")
            each.check_signed(given.keys, verify)
            found.append(each)
        except Wrong as wrong:
            report.faults.append(Fault("checkpoint", str(wrong)))
            if len(report.faults) > MOST_FAULTS:
                raise Wrong("more checkpoints are not looked at") from None
    if archive.cover not in {each.size for each in found}:
        raise Wrong(f"no signed checkpoint covers the events: there should be one of {archive.cover}")
    for witness in given.witnesses:
        check_witness(witness, archive, [*found, *given.kept], verify, report)
    return found


def short(note: str) -> str:
    """The note. Raises Wrong for a long one."""
    if len(note) > LARGEST_NOTE:
        raise Wrong(f"a checkpoint of the archive is longer than {LARGEST_NOTE:,} characters")
    return note


def check_witness(
    witness: Key,
    archive: Archive,
    checkpoints: list[Checkpoint],
    verify: Callable[[bytes, bytes, bytes], bool],
    report: Report,
) -> None:
    """Check the witness's cosignatures, and that one of them covers the last event."""
    cosigned: dict[int, int] = {}
    for each in checkpoints:
        try:
            time = each.cosigned_at(witness, verify)
        except Wrong as wrong:
            report.faults.append(Fault("checkpoint", str(wrong)))
            continue
        if time is not None:
            cosigned.setdefault(each.size, time)
            report.cosigned[each.size] = min(time, report.cosigned.get(each.size, time))
    last = max(cosigned, default=0)
    if cosigned:
        at = datetime.fromtimestamp(cosigned[last], UTC).isoformat()
        report.checked.append(
            f"{witness.name} has cosigned {len(cosigned)} checkpoints, the last of {last} events at {at}"
        )
    if last < archive.last:
        report.not_verified.append(
            f"the events after position {max(last, archive.first - 1)} by the witness {witness.name}: no checkpoint"
            " that covers them has its cosignature"
        )


def check_kept(archive: Archive, root: bytes, given: Given, report: Report) -> None:
    """Kept checkpoints that end outside of the stretch, by the proofs that the archive has of them."""
    wanted = {frozenset((kept.size, archive.cover)) for kept in given.kept}
    proofs = {
        pair: each
        for each in archive.documents("proofs.jsonl")
        if (pair := frozenset((each["older"], each["newer"]))) in wanted
    }
    agreed = 0
    for kept in given.kept:
        if archive.first - 1 <= kept.size <= archive.last or kept.size == archive.cover:
            agreed = max(agreed, kept.size)  # the walk came by it
            continue
        proof = proofs.get(frozenset((kept.size, archive.cover)))
        if proof is None:
            report.not_verified.append(
                f"{kept.source}, of {kept.size} events: it ends outside of the archive, which has no proof for it;"
                f" ask for an export with --prove {kept.size}"
            )
            continue
        older, newer = sorted(((kept.size, kept.root), (archive.cover, root)))
        if consistent(older, newer, [b64decode(each) for each in proof["path"]]):
            agreed = max(agreed, kept.size)
            continue
        text = f"the record does not go on from {kept.source}, of {kept.size} events: the house signed two histories"
        report.faults.append(Fault("changed", text))
    if agreed:
        report.checked.append(f"the record goes on from your checkpoints, the newest of {agreed} events")
    if not given.kept:
        report.not_asked.append(
            "a record that somebody with the key made from end to end: it shows against a checkpoint that you have kept"
        )


def compare(earlier: Archive, archive: Archive, report: Report) -> None:
    """The first event at which an older archive of the same record says something else."""
    begin, end = max(earlier.first, archive.first), min(earlier.last, archive.last)
    if earlier.origin != archive.origin or begin > end:
        report.not_verified.append("the earlier archive: it has no event of this stretch")
        return
    pairs = zip(
        islice(earlier.lines("events.jsonl"), begin - earlier.first, end - earlier.first + 1),
        islice(archive.lines("events.jsonl"), begin - archive.first, end - archive.first + 1),
        strict=False,
    )
    position, elsewhere = begin - 1, 0
    try:
        for position, (before, now) in enumerate(pairs, begin):
            if before == now:
                continue
            # A month's archive has an empty line for an event of another month.
            if (not before and earlier.month is not None) or (not now and archive.month is not None):
                elsewhere += 1
                continue
            event = read(before)
            text = f"now stands here: {now[:400].decode(errors='replace') or 'nothing'}"
            report.faults.insert(0, Found("not as in the earlier archive", text, position, event).fault)
            return
    except Wrong as wrong:
        report.faults.append(Fault("archive", f"compared with the earlier one: {wrong}"))
        return
    if position < end:
        report.not_verified.append(
            f"positions {position + 1} to {end}: one of the two archives has no events there"
        )
    if compared := position - begin + 1 - elsewhere:
        left = f", without {elsewhere} positions that only one of the two archives holds" if elsewhere else ""
        report.checked.append(
            f"{compared} events from {begin} to {position} are as in the earlier archive{left}"
        )
    else:
        report.not_verified.append("the earlier archive: it has no event of this stretch")


def kept_in(place: Path) -> Iterator[Checkpoint]:
    """The checkpoint in a file, as a note or as the API's answer, or those of all notes in a folder."""
    files = sorted(place.glob("*.note")) if place.is_dir() else [place]
    if not files:
        raise CannotCheck(f"{place} has no checkpoint: files whose names end with .note are looked for")
    for file in files:
        try:
            with plain(file) as opened:
                text = no_larger(opened.read(LARGEST_NOTE + 1), LARGEST_NOTE, str(file)).decode()
            yield Checkpoint.parse(json.loads(text)["note"] if text.startswith("{") else text, str(file))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, Wrong) as error:
            raise CannotCheck(f"{file} holds no checkpoint: {error}") from None


VERDICTS = {
    0: "as it was signed",
    1: "NOT as it was signed",
    2: "nothing disagrees, but NOT everything that was asked for is verified",
}


def print_report(archive: Path, report: Report, with_numbers: bool) -> None:
    manifest = Archive(archive).manifest
    days = f", gaming days {manifest.get('first_day') or '…'} to {manifest.get('last_day') or '…'}"
    print(
        f"{archive}: {manifest['origin']}, positions {manifest['first']} to {manifest['last']}"
        f"{days if manifest.get('first_day') or manifest.get('last_day') else ''}"
    )
    for line in report.checked:
        print(f"  {line}")
    for day in report.numbers.days.values():
        rows = day["numbers"].values()
        begun = "" if day["whole"] else ", without its beginning"
        print(
            f"  {day['table']} {day['day']}: {len(rows)} numbers{begun}{'' if day['closed'] else ', not closed'}"
        )
        for row in rows if with_numbers else ():
            more = f", first said {row['first_said']}" if row["first_said"] is not None else ""
            more += ", disputed" if row["disputed"] else ""
            print(
                f"    {row['coup']!s:>4}  {row['number']!s:>2} {row['colour'] or ''!s:<6} {row['fell_at']}{more}"
            )
    for line in report.not_asked:
        print(f"  not asked for: {line}")
    for line in report.not_verified:
        print(f"  not verified: {line}")
    for fault in report.faults:
        print(f"  WRONG {fault}")
    print(VERDICTS[report.exit_code])


def as_data(report: Report) -> dict[str, Any]:
    days = [{**day, "numbers": list(day["numbers"].values())} for day in report.numbers.days.values()]
    return {
        "ok": report.exit_code == 0,
        "exit_code": report.exit_code,
        "faults": [asdict(fault) for fault in report.faults],
        "checked": report.checked,
        "not_verified": report.not_verified,
        "not_asked": report.not_asked,
        "days": days,
    }


def main() -> int:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = arguments.add_argument
    add("archive", type=Path)
    add(
        "--key", action="append", required=True, help="the house's public key; repeat it where it had several"
    )
    add("--witness", action="append", default=[], help="the public key of a witness; repeat it")
    add("--checkpoint", action="append", default=[], type=Path, help="a kept checkpoint, or a folder of them")
    add("--earlier", action="append", default=[], type=Path, help="an older archive of the same record")
    add("--numbers", action="store_true", help="print every number")
    add("--json", action="store_true", help="print what was found as JSON")
    return answer(arguments.parse_args())


def answer(options: argparse.Namespace) -> int:
    """Check as the options say and print the result. Returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # names in the archive are foreign text
    try:
        keys = [Key.parse(each, HOUSE) for each in options.key]
        witnesses = [Key.parse(each, WITNESS) for each in options.witness]
        kept = [each for place in options.checkpoint for each in kept_in(place)]
        report = check(options.archive, Given(keys, witnesses, kept, options.earlier))
        if options.json:
            print(json.dumps(as_data(report), ensure_ascii=False, indent=1))
        else:
            print_report(options.archive, report, options.numbers)
        return report.exit_code
    except CannotCheck as why:
        reason = str(why)
    except Exception as error:
        reason = f"a file is not of the documented form ({type(error).__name__}: {error})"[:NOT_LONGER]
    if options.json:
        print(json.dumps(as_data(Report(not_verified=[reason])), ensure_ascii=False, indent=1))
    else:
        print(f"cannot be checked: {reason}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
