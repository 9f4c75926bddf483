"""The parts of the platform: each kind in one list.

`tables` and `settlement` know the kinds of parts, and the packages above them own some of the parts. This module names
every event codec, every projection, and everything that the registers take from other packages.
"""

from oauth2_provider.generators import generate_client_secret

from casino.api import registered
from casino.api.access.scopes import SCOPES
from casino.compliance.declared import LISTED
from casino.compliance.inspections.projection import InspectionSheets
from casino.compliance.projection import Violations
from casino.kit.delivery import secrets
from casino.notices import recipients
from casino.notices.outbox import Outbox
from casino.people.access_events import ACCESS_EVENTS
from casino.people.models import SIGN_IN
from casino.people.personal_fields import PERSONAL_FIELDS
from casino.people.register.access_entries import AccessEntries
from settlement.bank.events import BANK_EVENTS
from settlement.bank_rows import ChipBank
from settlement.box_rows import Boxes
from settlement.boxes.events import BOX_EVENTS
from settlement.day_changes import CountedChanges
from settlement.desk_claims.events import DESK_CLAIM_EVENTS
from settlement.kept_days import KeptFigures
from settlement.sheet_projection import PayoutSheets
from settlement.slip_rows import Slips
from settlement.slips.events import SLIP_EVENTS
from tables.compliance.alerts.events import ALERT_EVENTS
from tables.compliance.events import VIOLATION_EVENTS
from tables.handling.aggregate import register_codecs
from tables.handling.alerts.projection import AlertRows
from tables.handling.entry_secrets import keep_hashed, new_token
from tables.handling.projections.casino_days import CasinoDays
from tables.handling.projections.equipment import Equipment
from tables.handling.projections.permanence import Permanence
from tables.handling.projections.reader_spins import ReaderSpins
from tables.handling.projections.register_entries import RegisterEntries
from tables.handling.projections.rota import RotaRows
from tables.handling.projections.rulebook_texts import RulebookTexts
from tables.handling.projections.table_snapshots import TableSnapshots
from tables.handling.register_choices import RegisterParts, SecretKeeper, use
from tables.handling.register_rows import follow_casino, follow_reader, follow_table
from tables.play.events import TABLE_EVENTS
from tables.registers.balls import BALL_EVENTS
from tables.registers.casino_day.events import CASINO_DAY_EVENTS
from tables.registers.chip_series import SERIES_EVENTS
from tables.registers.entries.events import REGISTER_EVENTS
from tables.registers.people.events import PERSON_EVENTS
from tables.registers.rota.plan import ROTA_EVENTS
from tables.registers.wheels import WHEEL_EVENTS
from tables.stream import register_asynchronous, register_personal_fields, register_synchronous
from tables.wheels.drivers import OPTIONS
from tables.wheels.option_check import options_fault

EVENTS = (
    TABLE_EVENTS,
    WHEEL_EVENTS,
    BALL_EVENTS,
    SERIES_EVENTS,
    ROTA_EVENTS,
    VIOLATION_EVENTS,
    ALERT_EVENTS,
    CASINO_DAY_EVENTS,
    REGISTER_EVENTS,
    PERSON_EVENTS,
    ACCESS_EVENTS,
    SLIP_EVENTS,
    BOX_EVENTS,
    BANK_EVENTS,
    DESK_CLAIM_EVENTS,
)
"""Codecs of the events with steps from older shapes."""

SYNCHRONOUS = (
    AccessEntries,
    Violations,
    InspectionSheets,
    PayoutSheets,
    Slips,
    CountedChanges,
    Boxes,
    ChipBank,
    RegisterEntries,
    TableSnapshots,
    Equipment,
    RotaRows,
    CasinoDays,
    RulebookTexts,
    AlertRows,
)
"""Projections that change in the transaction of an append, in this order."""

ASYNCHRONOUS = (Outbox, KeptFigures, Permanence, ReaderSpins)
"""Projections that follow the feed."""

REGISTERS = RegisterParts(
    choices={
        "roles": lambda: tuple(role.value for role in SIGN_IN),
        "scopes": lambda: tuple(SCOPES),
        "event_types": lambda: tuple(sorted(LISTED)),
        "rules": recipients.rules_that_tell,
    },
    options=OPTIONS,
    options_fault=options_fault,
    followers={
        "casino": follow_casino,
        "table": follow_table,
        "reader": follow_reader,
        "client": registered.follow_client,
        "webhook": registered.follow_webhook,
        "notice": recipients.follow_notice,
    },
    older_rows={"client": registered.older_clients},
    keepers={
        "sign": SecretKeeper(new_token, keep_hashed),
        "client": SecretKeeper(generate_client_secret, registered.keep_client_secret),
        "webhook": SecretKeeper(secrets.new_secret, registered.keep_webhook_secret),
        "notice": SecretKeeper(recipients.new_secret, recipients.keep_secret),
    },
)


def compose() -> None:
    """Register the codecs and projections with the record, and give the registers their parts."""
    register_codecs(*EVENTS)
    register_personal_fields(PERSONAL_FIELDS)
    for synchronous in SYNCHRONOUS:
        register_synchronous(synchronous())
    for asynchronous in ASYNCHRONOUS:
        register_asynchronous(asynchronous())
    use(REGISTERS)
