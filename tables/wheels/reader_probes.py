"""Probes: the raw bytes of an address before it is a reader. A person asks, one gateway looks for a minute at most."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from tables.handling.chip_series_in_force import hold_casino
from tables.handling.models import WheelReader
from tables.handling.reader_rules import reader_rules
from tables.refusal import Refused
from tables.registers.entries.reader_addresses import Address, check_address, read_address
from tables.registers.entries.reader_sharing import share_place
from tables.wheels.drivers.driver import OptionsBroken
from tables.wheels.listening import line_options
from tables.wheels.models import ReaderProbe

PROBE_S = 60.0
KEPT_S = 3600.0
"""An ended probe is deleted so long after it was asked for, when somebody asks for another."""
MOST_AT_ONCE = 3
"""Probes of one casino that run at once."""


def ask_probe(casino_id: int, url: str, options: Mapping[str, Any], *, by: str) -> ReaderProbe:
    """Ask a gateway to connect to the address and show its bytes for a minute.

    `options` are those of the line. Raises Refused by the rules for addresses, for the address of a reader in service,
    for options that no line has, and while three probes of the casino run.
    """
    address = read_address(url)
    check_address(address, reader_rules())
    _check_options(options)
    with transaction.atomic():
        hold_casino(casino_id)
        _check_no_reader_there(casino_id, url, address)
        of_casino = ReaderProbe.objects.filter(casino_id=casino_id)
        of_casino.filter(asked_at__lt=Now() - timedelta(seconds=KEPT_S)).delete()
        if of_casino.exclude(state="ended").filter(expires_at__gt=Now()).count() >= MOST_AT_ONCE:
            raise Refused("reader-probes-run", most=MOST_AT_ONCE)
        made = ReaderProbe.objects.create(
            casino_id=casino_id,
            url=url,
            options=dict(options),
            asked_by=by,
            asked_at=Now(),
            expires_at=Now() + timedelta(seconds=PROBE_S),
        )
    made.refresh_from_db()
    return made


def probe(casino_id: int, number: int) -> ReaderProbe | None:
    """Return a probe of the casino with its bytes so far; None if there is none of this number."""
    return ReaderProbe.objects.filter(casino_id=casino_id, pk=number).first()


def end_probe(casino_id: int, number: int) -> None:
    """Let the gateway end a probe on its next turn: nobody looks at it any more."""
    running = ReaderProbe.objects.filter(casino_id=casino_id, pk=number).exclude(state="ended")
    running.update(expires_at=Now())


def _check_no_reader_there(casino_id: int, url: str, address: Address) -> None:
    """Raise Refused if a reader in service is at this address. Many device servers have one connection, and a probe
    would take that of the reader."""
    in_service = WheelReader.objects.filter(casino_id=casino_id, enabled=True, withdrawn=False)
    for code, taken in in_service.exclude(url="").order_by("code").values_list("code", "url"):
        try:
            there = read_address(taken)
        except Refused:
            # An older entry, to which no gateway connects.
            continue
        if share_place(address, "", there, code):
            raise Refused("reader-address-taken", address=url, reader=code)


def _check_options(options: Mapping[str, Any]) -> None:
    try:
        _, others = line_options(dict(options))
    except OptionsBroken as broken:
        raise broken.as_refused("-") from None
    if others:
        raise Refused("reader-options-malformed", protocol=", ".join(sorted(others)))
