"""The acts of administration and those with a fresh proof, as a part of docs/permissions.md."""

from collections.abc import Iterable, Sequence

from django.utils.translation import override

from casino.people.acts import ACTS, OverApi, Proof
from casino.people.models import Role
from casino.people.permissions import roles_of

HEAD = """## Acts and their proofs

Screens and the API read this table, `casino/people/acts.py`. A strong proof is the second factor, or the password of a
person without one, given within the last five minutes. The tests go over every act, on its screen and over the API.

"""
PROOFS = {Proof.SESSION: "session", Proof.PIN: "own PIN", Proof.STRONG: "strong"}
OVER_API = {
    OverApi.NEVER: "not over the API",
    OverApi.AT_ONCE: "at once, signed with a PIN",
    OverApi.CONFIRMED: "waits for an officer on a screen",
}


def acts_list() -> str:
    """Return the part: each act with its roles, its proof, the second officer and its way over the API."""
    with override("en"):
        return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in _rows())


def _rows() -> Iterable[Sequence[str]]:
    yield ("act", "by", "proof", "countersigned by", "over the API", "scope of administration")
    yield ("---",) * 6
    for act in ACTS.values():
        yield (
            act.words,
            _called(roles_of(act.permission)),
            PROOFS[act.proof],
            _called(act.second) if act.second else "",
            OVER_API[act.over_api],
            "needed" if act.administration and act.over_api is not OverApi.NEVER else "",
        )


def _called(roles: Iterable[str]) -> str:
    return ", ".join(str(Role(role).label).lower() for role in roles)
