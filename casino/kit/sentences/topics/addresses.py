"""Sentences about an API address that names a resource which does not exist, or not yet."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "address-unknown": _("{address}: no such address; /api/v1/docs/ lists those that there are"),
    "command-unknown": _("no command {command}; there are {commands}"),
    "command-given-elsewhere": _("{command} is not said here: {elsewhere}"),
    "table-not-opened-that-day": _("{table} was not opened on {day}"),
    "table-version-unknown": _("{table} has no version {version}: its newest is {newest} of {day}"),
    "table-without-versions": _("{table} has no version {version}: it was never opened"),
    "no-gaming-day-by-then": _("{table} had no gaming day yet at {at}"),
    "what-if-before-count": _(
        "a drop box of {table} on {day:day} waits for its count, and the sums of the day would reveal its content; "
        "compare a single coup, or ask again after the count"
    ),
    "event-hidden-until-count": _(
        "the event has cash of a drop box that waits for its count; ask again after the count"
    ),
    "coup-without-number": _("no number fell at {table} in coup {coup} of {day}"),
    "slip-to-read-on-unknown": _("there is no slip {slip} after which to read on"),
    "inspection-to-read-on-unknown": _("there is no sheet {inspection} after which to read on"),
    "violation-to-read-on-unknown": _("there is no violation {violation} after which to read on"),
    "draw-unknown": _("no table was drawn or asked for on {day}"),
    "box-use-beyond": _("a box has uses 1 to {limit} of a day"),
    "box-use-unknown": _("there is no box {serial} of {table} on {day} in its use {use}"),
    "reader-unknown": _("no reader {reader} is registered here, or it is switched off"),
    "wheel-without-numbers": _("{wheel} is no wheel that has brought a number"),
    "report-unknown": _("there is no report {report}; there are: {reports}"),
    "report-job-unknown": _("there is no job {job}; its result is kept for some days only"),
    "report-not-made": _("the report was not made: {error}"),
    "report-being-made": _("{done} of {total} gaming days are there; ask again"),
    "event-id-malformed": _("{event}: names no event; an id is a UUID"),
    "event-unknown": _("{event}: this casino has no such event"),
    "event-not-sealed": _("{event}: recorded, and not sealed yet; it has a place in the feed within seconds"),
    "no-checkpoint-yet": _(
        "no checkpoint of this casino is signed yet; one is every minute or so if the casino has a key"
    ),
    "checkpoint-not-there-yet": _(
        "the event stands at position {position} and the newest checkpoint has {newest}; the next one will have it"
    ),
    "checkpoint-unknown": _(
        "{parameter}: this casino has no checkpoint of size {size}; the newest has {newest}"
    ),
    "cosignature-malformed": _(
        "a cosignature is a signature line: an em dash, the name of the witness, and base64"
    ),
    "witness-unregistered": _("{witness} is no registered witness of this casino, or has another key"),
    "cosignature-wrong": _(
        "{witness} has not signed this checkpoint of {size} events: the signature is not right"
    ),
    "webhook-unknown": _("no webhook {webhook} is this client's; GET /api/v1/webhooks lists those that are"),
    "webhook-withdrawn": _(
        "an officer withdrew webhook {webhook} from the register; ask an officer to register it again"
    ),
}
