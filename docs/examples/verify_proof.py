#!/usr/bin/env python3
"""Checks what a house says of its record, offline, without any of the house's own code.

    python3 verify_proof.py --vkey 'casino.example/permanence/casino/1+…+…' FILE ...

Each FILE is an answer of the API as it came: of events/{id}/proof, of checkpoints/proof or of checkpoints/latest.
`--vkey` is the public key that the house's people have given you; the one that the answer brings proves nothing.

Of each answer it is checked that
- the payload gives the event's hash, the hash the leaf, and the leaf with its path the root of the checkpoint
  (RFC 6962, section 2.1; RFC 9162, section 2.1.3.2),
- the newer tree begins with all of the older (RFC 9162, section 2.1.4.2),
- the checkpoint is signed with the key (c2sp.org/signed-note, c2sp.org/tlog-checkpoint),
and of all of them together that no two checkpoints of one size have different roots. Ends with 1 if anything is not so,
and with 2 if nothing disagrees but a file cannot be read: it is missing, no plain file, or larger than 1 MiB.

It needs Python 3.11 and, for Ed25519, the package `cryptography`.
"""

import argparse
import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LARGEST_FILE = 1 << 20  # bytes

Tree = tuple[int, bytes]
"""A size and a root."""


class Wrong(Exception):
    """What does not agree, in words."""


def need(holds: object, what: str) -> None:
    """Raise Wrong unless it holds."""
    if not holds:
        raise Wrong(what)


# --- the tree ---------------------------------------------------------------------------------------------


def leaf_hash(data: bytes) -> bytes:
    """RFC 6962, section 2.1."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """RFC 6962, section 2.1."""
    return sha256(b"\x01" + left + right).digest()


def check_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> None:
    """RFC 9162, section 2.1.3.2."""
    need(0 <= index < size, f"a tree of {size} has no position {index + 1}")
    fn, sn, r = index, size - 1, leaf
    for p in path:
        need(sn != 0, "the path is too long")
        if fn & 1 or fn == sn:
            r = node_hash(p, r)
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = node_hash(r, p)
        fn, sn = fn >> 1, sn >> 1
    need(sn == 0, "the path is too short")
    need(r == root, "the path does not lead from the event to the root of the checkpoint")


def check_consistency(
    first: int, first_root: bytes, second: int, second_root: bytes, path: Sequence[bytes]
) -> None:
    """RFC 9162, section 2.1.4.2."""
    need(0 < first <= second, f"{first} and {second} are no older and newer size")
    if first == second:
        need(not path and first_root == second_root, "two checkpoints of one size differ")
        return
    if first & (first - 1) == 0:
        path = [first_root, *path]
    need(len(path) > 1, "the path is too short")
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        need(sn != 0, "the path is too long")
        if fn & 1 or fn == sn:
            fr, sr = node_hash(c, fr), node_hash(c, sr)
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node_hash(sr, c)
        fn, sn = fn >> 1, sn >> 1
    need(sn == 0, "the path is too short")
    need(fr == first_root, "the path does not end at the older root: the record was changed in between")
    need(sr == second_root, "the path does not end at the newer root")


# --- the checkpoint ---------------------------------------------------------------------------------------


def parse_vkey(vkey: str) -> tuple[str, bytes, Ed25519PublicKey]:
    """The name, the four bytes of identity and the key of `name+id+base64`."""
    name, _, rest = vkey.strip().partition("+")
    id_, _, encoded = rest.partition("+")
    key = unbase64(encoded, "the key")
    need(name and len(key) == 33 and key[0] == 1, f"'{vkey}' is no key of a signed note with Ed25519")
    known_as = sha256(name.encode() + b"\n" + key).digest()[:4]
    need(known_as.hex() == id_, f"the key of {name} is {known_as.hex()}, not {id_}")
    return name, known_as, Ed25519PublicKey.from_public_bytes(key[1:])


def check_note(note: str, vkey: str) -> tuple[str, int, bytes]:
    """Origin, size and root of a checkpoint that is signed with the key. Signatures of others are left alone."""
    name, known_as, key = parse_vkey(vkey)
    text, blank, lines = note.rpartition("\n\n")
    need(blank, "the note is no signed note")
    text += "\n"
    signed = False
    for line in lines.splitlines():
        dash, _, rest = line.partition(" ")
        signer, _, encoded = rest.rpartition(" ")
        need(dash == "—" and signer, f"'{line}' is no signature line")
        signature = unbase64(encoded, "a signature")
        if (signer, signature[:4]) == (name, known_as):
            try:
                key.verify(signature[4:], text.encode())
            except InvalidSignature:
                raise Wrong(f"the signature by {name} is not right") from None
            signed = True
    need(signed, f"the checkpoint is not signed by {name} with the key that was given")
    origin, size, root = text.split("\n")[:3]
    need(origin == name, f"it is a checkpoint of {origin}, and the key is that of {name}")
    return origin, int(size), unbase64(root, "the root")


def check_checkpoint(checkpoint: dict[str, Any], vkey: str) -> Tree:
    """Size and root of a checkpoint; what stands beside its note says nothing else than the note does."""
    origin, size, root = check_note(checkpoint["note"], vkey)
    beside = (checkpoint["origin"], checkpoint["size"], unbase64(checkpoint["root"], "the root"))
    need(beside == (origin, size, root), "the answer says another origin, size or root than its signed note")
    return size, root


# --- the answers ------------------------------------------------------------------------------------------


def check_event(answer: dict[str, Any], vkey: str) -> tuple[str, list[Tree]]:
    """An answer of events/{id}/proof; what is proven, in words, and its checkpoint."""
    event = answer["event"]
    payload = unbase64(event["payload"], "the payload")
    hash_ = unbase64(event["hash"], "the hash")
    prev_hash = unbase64(event["prev_hash"], "the previous hash")
    need(sha256(prev_hash + payload).digest() == hash_, "the payload does not give the event's hash")
    leaf = leaf_hash(hash_)
    need(leaf == unbase64(answer["leaf_hash"], "the leaf"), "the event's hash does not give the leaf")
    recorded = json.loads(payload)
    need(
        recorded["event_id"] == event["id"],
        f"it is the proof of {recorded['event_id']}, not of {event['id']}",
    )
    size, root = check_checkpoint(answer["checkpoint"], vkey)
    path = [unbase64(each, "the path") for each in answer["path"]]
    check_inclusion(leaf, answer["position"] - 1, size, path, root)
    what = (
        f"{recorded['type']} of {recorded['occurred_at']}, {recorded['stream']} version {recorded['version']}"
    )
    return f"{what}, stands at position {answer['position']} of {size}", [(size, root)]


def check_growth(answer: dict[str, Any], vkey: str) -> tuple[str, list[Tree]]:
    """An answer of checkpoints/proof."""
    older, newer = check_checkpoint(answer["older"], vkey), check_checkpoint(answer["newer"], vkey)
    check_consistency(*older, *newer, [unbase64(each, "the path") for each in answer["path"]])
    return f"the {newer[0]} events begin with the {older[0]} of before", [older, newer]


def check_answer(answer: dict[str, Any], vkey: str) -> tuple[str, list[Tree]]:
    """Any of the three; what is proven, in words, and the checkpoints that were seen. Raises Wrong."""
    try:
        if "event" in answer:
            return check_event(answer, vkey)
        if "older" in answer:
            return check_growth(answer, vkey)
        size, root = check_checkpoint(answer, vkey)
        return f"a checkpoint of {size} events, signed", [(size, root)]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Wrong(f"it is no answer of the documented form ({error!r})") from None


def unbase64(text: str, what: str) -> bytes:
    """The bytes of standard base64."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise Wrong(f"{what} is no base64") from None


def answer_in(path: Path) -> Any:
    """The answer in a plain file. Raises OSError; ValueError and RecursionError for what is no JSON."""
    if not path.is_file():
        raise OSError("it is no plain file, or missing")
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise OSError(f"it has more than {LARGEST_FILE:,} bytes")
    return json.loads(content)


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--vkey", required=True, help="the house's public key, from the house's people")
    arguments.add_argument("files", nargs="+", type=Path, metavar="FILE")
    given = arguments.parse_args()
    roots: dict[int, bytes] = {}
    wrong = unread = 0
    for path in given.files:
        try:
            proven, seen = check_answer(answer_in(path), given.vkey)
            for size, root in seen:
                other = roots.setdefault(size, root)
                need(
                    other == root,
                    f"two roots of size {size}: {b64encode(other).decode()} and {b64encode(root).decode()}",
                )
            print(f"{path}: {proven}")
        except OSError as error:
            unread += 1
            print(f"{path}: cannot be read: {error}")
        except (Wrong, ValueError, RecursionError) as error:
            wrong += 1
            print(f"{path}: WRONG: {error}")
    sys.exit(1 if wrong else 2 if unread else 0)


if __name__ == "__main__":
    main()
