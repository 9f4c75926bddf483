"""RFC 6962 section 2.1 and RFC 9162 section 2.1: known values, the RFC's examples, what holds for every tree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.stream.merkle.rfc6962 import (
    EMPTY_ROOT,
    Frontier,
    ProofRefused,
    consistency_path,
    inclusion_path,
    leaf_hash,
    node_hash,
    nodes_of,
    range_root,
    root_of,
    verify_consistency,
    verify_inclusion,
)

# The entries and roots with which the implementations of Certificate Transparency are tested.
ENTRIES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAVES = [leaf_hash(bytes.fromhex(entry)) for entry in ENTRIES]


def leaves_of(size: int) -> list[bytes]:
    return [leaf_hash(number.to_bytes(4)) for number in range(size)]


@pytest.mark.parametrize("size", range(9))
def test_the_known_roots(size: int) -> None:
    assert root_of(LEAVES[:size]).hex() == ROOTS[size]


def test_the_root_of_nothing_is_the_hash_of_nothing() -> None:
    assert root_of([]) == EMPTY_ROOT == Frontier().root()


def by_the_rfcs_figure() -> dict[str, bytes]:
    """The tree of seven leaves of RFC 6962 section 2.1.3, with the names that its nodes have there."""
    a, b, c, d, e, f, j = LEAVES[:7]
    g, h, i = node_hash(a, b), node_hash(c, d), node_hash(e, f)
    k, m = node_hash(g, h), node_hash(i, j)
    return dict(zip("abcdefjghikm", (a, b, c, d, e, f, j, g, h, i, k, m), strict=True))


@pytest.mark.parametrize(("index", "path"), [(0, "bhm"), (3, "cgm"), (4, "fjk"), (6, "ik")])
def test_the_rfcs_audit_paths(index: int, path: str) -> None:
    named = by_the_rfcs_figure()
    assert inclusion_path(index, 7, nodes_of(LEAVES[:7])) == [named[node] for node in path]


@pytest.mark.parametrize(("first", "path"), [(3, "cdgm"), (4, "m"), (6, "ijk")])
def test_the_rfcs_consistency_proofs(first: int, path: str) -> None:
    named = by_the_rfcs_figure()
    assert consistency_path(first, 7, nodes_of(LEAVES[:7])) == [named[node] for node in path]


sizes = st.integers(1, 300)


@given(sizes, st.data())
def test_every_leaf_is_proven_and_no_other_passes_for_it(size: int, data: st.DataObject) -> None:
    leaves, index = leaves_of(size), data.draw(st.integers(0, size - 1))
    root, path = root_of(leaves), inclusion_path(index, size, nodes_of(leaves))
    assert len(path) <= (size - 1).bit_length()
    verify_inclusion(leaves[index], index, size, path, root)
    other = data.draw(st.integers(0, size + 1).filter(lambda number: number != index))
    for wrong in (
        (leaf_hash(b"another"), index, size, path, root),
        (leaves[index], other, size, path, root),
        (leaves[index], index, size, [*path, root], root),
        (leaves[index], index, size, path, leaf_hash(b"another")),
        *((leaves[index], index, size, _changed(path, at), root) for at in range(len(path))),
        *([(leaves[index], index, size, path[:-1], root)] if path else []),
    ):
        with pytest.raises(ProofRefused):
            verify_inclusion(*wrong)


@given(sizes, st.data())
def test_every_tree_goes_on_from_every_smaller_one_and_from_no_other(size: int, data: st.DataObject) -> None:
    leaves, first = leaves_of(size), data.draw(st.integers(1, size))
    older, newer = root_of(leaves[:first]), root_of(leaves)
    path = consistency_path(first, size, nodes_of(leaves))
    verify_consistency(first, older, size, newer, path)
    foreign = leaf_hash(b"another")
    for wrong in (
        (first, foreign, size, newer, path),
        (first, older, size, foreign, path),
        (first, older, size, newer, [*path, foreign]),
        (size + 1, older, size, newer, path),
        (0, older, size, newer, path),
        *((first, older, size, newer, _changed(path, at)) for at in range(len(path))),
        *([(first, older, size, newer, path[:-1])] if path else []),
    ):
        with pytest.raises(ProofRefused):
            verify_consistency(*wrong)


@given(sizes, st.data())
def test_a_tree_in_which_an_old_leaf_was_changed_does_not_go_on(size: int, data: st.DataObject) -> None:
    leaves, first = leaves_of(size), data.draw(st.integers(1, size))
    older = root_of(leaves[:first])
    changed = data.draw(st.integers(0, first - 1))
    leaves[changed] = leaf_hash(b"another")
    with pytest.raises(ProofRefused):
        verify_consistency(
            first, older, size, root_of(leaves), consistency_path(first, size, nodes_of(leaves))
        )


@given(st.integers(0, 300))
def test_a_tree_that_grows_leaf_by_leaf_has_the_root_of_the_whole(size: int) -> None:
    growing = Frontier()
    for leaf in leaves_of(size):
        growing.add(leaf)
    assert (growing.size, growing.root()) == (size, root_of(leaves_of(size)))


@given(sizes, st.data())
def test_the_root_of_a_range_is_that_of_its_leaves_alone(size: int, data: st.DataObject) -> None:
    leaves = leaves_of(size)
    begin = data.draw(st.integers(0, size - 1))
    end = data.draw(st.integers(begin + 1, size))
    assert range_root(begin, end, nodes_of(leaves)) == root_of(leaves[begin:end])


def test_node_outside_the_tree_is_refused() -> None:
    nodes = nodes_of(LEAVES)
    for index, size in ((8, 8), (-1, 8), (0, 0)):
        with pytest.raises(IndexError):
            inclusion_path(index, size, nodes)
    for first, second in ((0, 8), (8, 7)):
        with pytest.raises(IndexError):
            consistency_path(first, second, nodes)
    with pytest.raises(IndexError):
        nodes(3, 1)


def _changed(path: list[bytes], at: int) -> list[bytes]:
    return [*path[:at], bytes([path[at][0] ^ 1]) + path[at][1:], *path[at + 1 :]]
