"""Messages of a wheel reader, turned into facts about its table; and the table's knowledge of the reader itself."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.reader.state import Reader
from tables.play.signatures import AUTHORISE
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def change_reader(state: State, command: c.ChangeReader, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that the reader came, went or failed; saying it twice records it once."""
    known = state.readers.get(command.reader, Reader())
    now = (command.role, command.state, command.detail)
    if command.reader in state.readers and (known.role, known.state, known.detail) == now:
        return
    changed = e.ReaderChanged(
        reader=command.reader, state=command.state, detail=command.detail, role=command.role
    )
    yield PendingEvent(changed, at)


def warn_wheel(state: State, command: c.WarnWheel, rulebook: Rulebook, at: datetime) -> Decision:
    """Record a warning's begin or end; the table shows it as a question as long as it lasts."""
    standing = set(state.readers.get(command.reader, Reader()).warnings)
    changes = standing & set(command.warnings) if command.ended else set(command.warnings) - standing
    if changes:
        yield PendingEvent(
            e.WheelWarned(
                reader=command.reader,
                warnings=tuple(warning for warning in command.warnings if warning in changes),
                ended=command.ended,
                role=command.role,
            ),
            at,
        )


def acknowledge_warning(
    state: State, command: c.AcknowledgeWarning, rulebook: Rulebook, at: datetime
) -> Decision:
    """Record who knows of a deadline that is near; the first of the staff is recorded, and nobody after."""
    if state.noted.get(command.case) != "warned":
        raise Refused("warning-not-given", case=command.case)
    if command.case in state.warnings_seen:
        raise Refused("warning-known-already", by=state.warnings_seen[command.case].by)
    by = next(signature.person for signature in command.signatures if signature.role in AUTHORISE)
    yield PendingEvent(e.WarningAcknowledged(case=command.case, by=by), at)


DECIDERS: Deciders = {
    c.AcknowledgeWarning: acknowledge_warning,
    c.ChangeReader: change_reader,
    c.WarnWheel: warn_wheel,
}
