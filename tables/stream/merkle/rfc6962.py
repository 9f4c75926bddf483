"""The Merkle tree's arithmetic, after RFC 6962 section 2.1 and RFC 9162 section 2.1. Pure.

Leaves count from 0. Proofs are computed from the roots of full subtrees, which `Nodes` returns: a proof costs as many
of them as the tree is high.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256

HASH_BYTES = 32
EMPTY_ROOT = sha256(b"").digest()

Nodes = Callable[[int, int], bytes]
"""`nodes(height, index)`: the root of the full subtree over the leaves from index * 2**height on, 2**height of them."""


class ProofRefused(Exception):
    """The proof proves nothing. The message names the fault."""


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf: SHA-256(0x00 ‖ data)."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node: SHA-256(0x01 ‖ left ‖ right)."""
    return sha256(b"\x01" + left + right).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root over leaf hashes that are all at hand: MTH of section 2.1."""
    if not leaves:
        return EMPTY_ROOT
    return range_root(0, len(leaves), nodes_of(leaves))


def nodes_of(leaves: Sequence[bytes]) -> Nodes:
    """Return the subtrees of leaf hashes that are all at hand, each worked out when it is needed."""

    def node(height: int, index: int) -> bytes:
        level = list(leaves[index << height : (index + 1) << height])
        if len(level) != 1 << height:
            raise IndexError(f"{len(leaves)} leaves have no full subtree {index} of height {height}")
        while len(level) > 1:
            level = [node_hash(left, right) for left, right in zip(level[::2], level[1::2], strict=True)]
        return level[0]

    return node


def range_root(begin: int, end: int, nodes: Nodes) -> bytes:
    """Return the root over the leaves from `begin` on, up to but without `end`."""
    size = end - begin
    if size & (size - 1) == 0 and begin % size == 0:
        return nodes(size.bit_length() - 1, begin // size)
    middle = begin + _split(size)
    return node_hash(range_root(begin, middle, nodes), range_root(middle, end, nodes))


def inclusion_path(index: int, size: int, nodes: Nodes) -> list[bytes]:
    """Return the audit path of a leaf in the tree of `size` leaves, the leaf's neighbour first: PATH
    of section 2.1.1.
    """
    if not 0 <= index < size:
        raise IndexError(f"a tree of {size} leaves has no leaf {index}")
    begin, end = 0, size
    path = []
    while end - begin > 1:
        middle = begin + _split(end - begin)
        if index < middle:
            path.append(range_root(middle, end, nodes))
            end = middle
        else:
            path.append(range_root(begin, middle, nodes))
            begin = middle
    return path[::-1]


def consistency_path(first: int, second: int, nodes: Nodes) -> list[bytes]:
    """That the tree of `second` leaves begins with that of `first`: PROOF of section 2.1.2; empty for the same size."""
    if not 0 < first <= second:
        raise IndexError(f"there is no consistency proof from {first} to {second} leaves")
    return _subproof(first, 0, second, True, nodes)


def _subproof(first: int, begin: int, end: int, whole: bool, nodes: Nodes) -> list[bytes]:
    """SUBPROOF of section 2.1.2; `whole`: the subtree is all of the first tree, whose root the verifier has."""
    size = end - begin
    if first == size:
        return [] if whole else [range_root(begin, end, nodes)]
    split = _split(size)
    middle = begin + split
    if first <= split:
        return [*_subproof(first, begin, middle, whole, nodes), range_root(middle, end, nodes)]
    return [*_subproof(first - split, middle, end, False, nodes), range_root(begin, middle, nodes)]


def compact_range(begin: int, end: int, nodes: Nodes) -> list[tuple[int, bytes]]:
    """Return the fewest full subtrees that cover the leaves from `begin` on, up to but without `end`: height and root
    of each, from left to right. With the leaves between them, two such ranges give the root of the whole tree.
    """
    found = []
    while begin < end:
        height = (end - begin).bit_length() - 1
        if begin:
            height = min(height, (begin & -begin).bit_length() - 1)
        found.append((height, nodes(height, begin >> height)))
        begin += 1 << height
    return found


def verify_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> None:
    """Check that the leaf hash is at `index` of the tree of this size and root: RFC 9162 section 2.1.3.2.

    Raises ProofRefused.
    """
    if not 0 <= index < size:
        raise ProofRefused(f"a tree of {size} leaves has no leaf {index}")
    place, last, found = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            raise ProofRefused("the path is too long")
        if place & 1 or place == last:
            found = node_hash(sibling, found)
            place, last = _to_the_next_left_turn(place, last)
        else:
            found = node_hash(found, sibling)
        place, last = place >> 1, last >> 1
    if last != 0:
        raise ProofRefused("the path is too short")
    if found != root:
        raise ProofRefused("the path does not end at the root")


def verify_consistency(
    first: int, first_root: bytes, second: int, second_root: bytes, path: Sequence[bytes]
) -> None:
    """Check that the second tree begins with all of the first: RFC 9162 section 2.1.4.2.

    Raises ProofRefused.
    """
    if not 0 < first <= second:
        raise ProofRefused(f"there is no consistency proof from {first} to {second} leaves")
    if first == second:
        if path or first_root != second_root:
            raise ProofRefused("two trees of one size are the same only if their roots are")
        return
    steps = [first_root, *path] if first & (first - 1) == 0 else list(path)
    if len(steps) < 2:
        raise ProofRefused("the path is too short")
    place, last = first - 1, second - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    found_first = found_second = steps[0]
    for sibling in steps[1:]:
        if last == 0:
            raise ProofRefused("the path is too long")
        if place & 1 or place == last:
            found_first = node_hash(sibling, found_first)
            found_second = node_hash(sibling, found_second)
            place, last = _to_the_next_left_turn(place, last)
        else:
            found_second = node_hash(found_second, sibling)
        place, last = place >> 1, last >> 1
    if last != 0:
        raise ProofRefused("the path is too short")
    if found_first != first_root:
        raise ProofRefused("the path does not end at the first root")
    if found_second != second_root:
        raise ProofRefused("the path does not end at the second root")


def _to_the_next_left_turn(place: int, last: int) -> tuple[int, int]:
    """On the right edge, levels that have no right neighbour are passed over."""
    while place and not place & 1:
        place, last = place >> 1, last >> 1
    return place, last


def _split(size: int) -> int:
    """Return the largest power of two below the size."""
    return 1 << (size - 1).bit_length() - 1


class Frontier:
    """The right edge of a tree: the roots of the full subtrees that it is made of, the largest first."""

    def __init__(self) -> None:
        self.size = 0
        self._edge: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        self._edge.append(leaf)
        self.size += 1
        full = self.size
        while full & 1 == 0:
            right = self._edge.pop()
            self._edge[-1] = node_hash(self._edge[-1], right)
            full >>= 1

    def root(self) -> bytes:
        if not self._edge:
            return EMPTY_ROOT
        root = self._edge[-1]
        for subtree in reversed(self._edge[:-1]):
            root = node_hash(subtree, root)
        return root
