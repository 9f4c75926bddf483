"""A request about an entry becomes events, or is refused with all that is wrong and where."""

from collections.abc import Iterator, Sequence

from tables.refusal import Refused
from tables.registers.entries.commands import (
    AnyRegisterCommand,
    DeclareEntry,
    IssueSecret,
    WithdrawEntry,
)
from tables.registers.entries.events import (
    AnyRegisterEvent,
    EntryChanged,
    EntryRegistered,
    EntrySecretIssued,
    EntryWithdrawn,
)
from tables.registers.entries.kinds import Fault, Kind, UnknownEntry, kind_named
from tables.registers.entries.reading import read_stored, read_values, stored_values
from tables.registers.entries.state import Entry, Surroundings
from tables.registers.entries.two_officers import SECOND_OFFICERS, signed_by_two
from tables.text import alike

LONGEST_REASON = 200


class EntryRefused(Refused):
    """A request about an entry that is refused. It reads as the first of its faults; `faults` are all of them."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        first = self.faults[0].refused.refusal
        super().__init__(first.code, first.clause, **first.parameters)

    @property
    def field(self) -> str:
        """Return the field of the first fault."""
        return self.faults[0].field


def decide(state: Entry, command: AnyRegisterCommand, around: Surroundings) -> Iterator[AnyRegisterEvent]:
    """Yield the events of the command; none if it changes nothing. Raises EntryRefused, UnknownEntry."""
    kind = kind_named(command.kind)
    match command:
        case DeclareEntry():
            yield from _declare(kind, state, command, around)
        case WithdrawEntry():
            yield from _withdraw(kind, state, command, around)
        case IssueSecret():
            _check_known(state, command)
            if state.withdrawn or not kind.HAS_SECRET:
                raise Refused("entry-without-secret", entry=command.code)
            yield EntrySecretIssued(kind=command.kind, code=command.code, fingerprint=command.fingerprint)


def declared(state: Entry, command: DeclareEntry, around: Surroundings) -> tuple[Kind | None, list[Fault]]:
    """Return the entry that the command declares, and all its faults. Raises UnknownEntry for its kind."""
    kind = kind_named(command.kind)
    faults = [] if state.version else [*kind.check_code(command.code, around), *_check_alike(command, around)]
    wanted, unread = read_values(kind, command.values)
    faults += unread
    if wanted is None:
        return None, faults
    wanted = wanted.settled(around)
    faults += wanted.check(command.code, around)
    if faults:
        return None, faults
    if state.in_use:
        before = read_stored(kind, state.values)
        if before != wanted:
            faults += wanted.check_change(before, command.code, around)
    return (None if faults else wanted), faults


def _check_alike(command: DeclareEntry, around: Surroundings) -> Iterator[Fault]:
    """Yield a fault for a code that a person reads as that of another entry, in use or withdrawn: `rf1` and `RF1`."""
    others = (code for code in around.codes.get(command.kind, ()) if code != command.code)
    if (other := alike(command.code, others)) is not None:
        yield Fault("code", Refused("entry-code-alike", entry=command.code[:60], other=other))


def _declare(
    kind: type[Kind], state: Entry, command: DeclareEntry, around: Surroundings
) -> Iterator[AnyRegisterEvent]:
    wanted, faults = declared(state, command, around)
    if wanted is None:
        raise EntryRefused(faults)
    stood = read_stored(kind, state.values) if state.in_use else None
    if unsigned := list(wanted.check_signatures(stood, command.signatures)):
        raise EntryRefused(unsigned)
    _check_two(wanted.by_two(stood), wanted.second_officers(stood), command, around)
    after = stored_values(wanted)
    if stood is None:
        yield EntryRegistered(kind=command.kind, code=command.code, values=after)
        return
    before = stored_values(stood)
    chosen = kind.CHOSEN & command.values.keys() - state.values.keys()
    changed = [name for name, value in after.items() if before[name] != value or name in chosen]
    if changed:
        yield EntryChanged(
            kind=command.kind,
            code=command.code,
            before={name: before[name] for name in changed if name not in chosen},
            after={name: after[name] for name in changed},
        )


def _withdraw(
    kind: type[Kind], state: Entry, command: WithdrawEntry, around: Surroundings
) -> Iterator[AnyRegisterEvent]:
    _check_known(state, command)
    if state.withdrawn:
        return
    if len(command.reason) > LONGEST_REASON or not command.reason.isprintable():
        raise EntryRefused([Fault("reason", Refused("entry-name-malformed", longest=LONGEST_REASON))])
    faults = list(kind.check_withdrawal(state, around))
    if faults:
        raise EntryRefused(faults)
    _check_two("code" if kind.WITHDRAWN_BY_TWO else "", SECOND_OFFICERS, command, around)
    yield EntryWithdrawn(kind=command.kind, code=command.code, reason=command.reason)


def _check_two(field: str, second: Sequence[str], command: AnyRegisterCommand, around: Surroundings) -> None:
    """Raise EntryRefused for a field that takes two officers, the second one of the roles `second`, unless they have
    signed or nobody has to."""
    if field and not (around.signed_by_nobody or signed_by_two(command.signatures, second)):
        raise EntryRefused([Fault(field, Refused("entry-signed-by-one", roles=tuple(second)))])


def _check_known(state: Entry, command: AnyRegisterCommand) -> None:
    if not state.version:
        raise UnknownEntry("entry-unknown", kind=command.kind, entry=command.code[:60])
