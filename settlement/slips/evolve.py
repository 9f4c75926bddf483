"""A slip evolved from its own stream."""

from msgspec.structs import replace

from settlement.slips import events as e
from settlement.slips.state import SlipState, Status

AFTER: dict[type[e.SlipEvent], Status] = {
    e.SlipIssued: "issued",
    e.SlipCarried: "carried",
    e.SlipHandedOver: "handed_over",
    e.SlipReceived: "received",
    e.SlipVoided: "voided",
}
"""Status after an event; a reprint does not change it."""


def evolve(slip: SlipState, event: e.AnySlipEvent) -> SlipState:
    if isinstance(event, e.SlipRequested):
        return SlipState(
            version=1,
            number=event.slip,
            kind=event.kind,
            table=event.table,
            day=event.day,
            currency=event.currency,
            closing=event.closing,
            requested=event.pieces,
            pieces=event.pieces,
            by_series=event.by_series,
        )
    carrier = event.carrier if isinstance(event, e.SlipIssued | e.SlipCarried) else slip.carrier
    return replace(
        slip,
        version=slip.version + 1,
        status=AFTER.get(type(event), slip.status),
        pieces=event.pieces,
        by_series=event.by_series,
        carrier=carrier,
        reprints=event.copy if isinstance(event, e.SlipReprinted) else slip.reprints,
    )
