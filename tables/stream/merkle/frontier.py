"""A tree that grows a leaf at a time and knows its root at each size. Pure; of what is past it keeps the edge only."""

from tables.stream.merkle.rfc6962 import EMPTY_ROOT, node_hash


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
