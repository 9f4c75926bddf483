"""The rules of two people, as a part of docs/permissions.md."""

from collections.abc import Iterable, Sequence

from django.utils.translation import override

from casino.people.models import Role
from casino.people.two_people import TWO_PEOPLE, TwoPeopleRule

HEAD = """## Two people

Two accounts are two people only where each was confirmed: an officer who had no part in making the account (engaged
the person, gave the role or the link, reset a secret) confirms the person, who is present, enters their own PIN and
chooses new secrets. A person who is to be confirmed signs in none of these acts, neither first nor second. People of
the time when the casino was set up, before its first table opened, count before they are confirmed, but not together
with those who made their account.
The tables behind this list: `casino/people/two_people.py` and `casino/people/acts.py`; the check:
`casino/people/confirmation.py`.

"""
SECTIONS = {
    "together": "Both sign the act, the second with a PIN at the same screen:",
    "step": "The second person makes the second step:",
    "reserved": "A rulebook may name the role that signs. Where somebody else acts, that person countersigns:",
}
ADMINISTRATION = """In the administration an administrator acts, and a second officer countersigns. [Acts and their
proofs](#acts-and-their-proofs) has these acts with the roles of the second officer. Before the first table of a casino
has opened, one administrator engages people and keeps the registers alone. At the casino's own machine nobody
signs.

In the registers two officers sign:

- a witness that is registered, gets another key, or is withdrawn;
- a table's limits: a new table, a table that comes back, another sign or other permitted minimums. Here the second
  officer is one of the management, which decides on limits (it-campione/5, it-venezia/general-10);
- a rulebook that is put in force at a table: another rulebook, version or date;
- a weaker proof of people in the casino's entry: a role without its second factor, a later lock or none, a password
  that lasts longer;
- the scope of administration of an API client, also before the first table has opened.

One administrator alone, with a fresh proof, keeps the rest. Each change is an event with the administrator's name,
which the inspector reads. The key with which the casino signs its record and its exports is on its own machine, in no
register.
"""


def two_people_list() -> str:
    """Return the part: the rules of play and money, and the place of those of the administration."""
    with override("en"):
        parts = [HEAD]
        for how, words in SECTIONS.items():
            rules = [rule for rule in TWO_PEOPLE if rule.how == how]
            rows = _reserved(rules) if how == "reserved" else _of_rules(rules)
            parts += [words, "\n\n", *_table(rows), "\n"]
        parts.append(ADMINISTRATION)
    return "".join(parts)


def _of_rules(rules: Iterable[TwoPeopleRule]) -> Iterable[Sequence[str]]:
    yield ("act", "first", "second", "why", "without the second")
    yield ("---",) * 5
    for rule in rules:
        first, second = (_roles(roles, "anybody of the casino") for roles in (rule.first, rule.second))
        yield (rule.act, first, second, rule.why, f"`{rule.refusal}`")


def _reserved(rules: Iterable[TwoPeopleRule]) -> Iterable[Sequence[str]]:
    yield ("act", "signed by, if the rulebook names nobody", "why")
    yield ("---",) * 3
    for rule in rules:
        yield (rule.act, _roles(rule.first, "nobody: the act is the rulebook's"), rule.why)


def _table(rows: Iterable[Sequence[str]]) -> Iterable[str]:
    return (f"| {' | '.join(row)} |\n" for row in rows)


def _roles(roles: Sequence[str], without: str) -> str:
    """Return the names of the roles, or the words for a rule that names none."""
    return " or ".join(str(Role(role).label).lower() for role in roles) or without
