"""Devices at a table: readers of its wheel, and signs for its guests."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec

from tables.refusal import Refused
from tables.registers.entries.kinds.kind import Fault, Faults, Kind, check_among, check_registered
from tables.registers.entries.reader_addresses import Address, check_address, read_address
from tables.registers.entries.reader_presets import reader_presets
from tables.registers.entries.reader_sharing import share_place
from tables.registers.entries.state import Entry, Surroundings, Values

OVER_HTTP = "http"
"""The protocol of a reader that reports over the API: nobody keeps a line to it."""
NUMBERS_ONLY = "plain_result"
"""The protocol of a reader that sends numbers, and perhaps that bets are closed, but no launch."""
OBSERVATIONS = "observations"
"""The protocol of a reader that sends neutral observations as JSON."""
USUAL_PROTOCOL = "slingshot2"
LINE_OPTIONS = ("baudrate",)


def with_preset(before: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the protocol and the options that follow from a preset that a person chose in place of another one.

    Options that the preset before had set are dropped, unless they were changed. Empty if it is the same preset.
    """
    preset = reader_presets().get(values.get("preset", ""))
    if preset is None or preset.id == before.get("preset", ""):
        return {}
    former = reader_presets().get(before.get("preset", ""))
    of_former = {} if former is None else former.options
    entered = {
        name: value
        for name, value in (values.get("options") or {}).items()
        if name not in of_former or of_former[name] != value
    }
    return {"protocol": preset.protocol, "options": {**preset.options, **entered}}


PRIMARY = "primary"


def second_primary(reader: str, table: str) -> Refused:
    """Return the refusal of a second primary reader at a table that has `reader` as its primary."""
    return Refused("reader-second-primary", reader=reader, table=table)


def _others_in_service(code: str, around: Surroundings) -> Iterator[tuple[str, Values]]:
    """Yield the other readers of the casino that are in service, by code."""
    for other, values in around.of("reader").items():
        if other != code and values.get("enabled", True):
            yield other, values


class ReaderEntry(Kind, frozen=True, kw_only=True):
    KIND: ClassVar[str] = "reader"
    CHOSEN: ClassVar[frozenset[str]] = frozenset({"launch"})

    table: Annotated[str, msgspec.Meta(extra={"choices": "table"})] = ""
    """The table whose wheel it reads."""
    wheel: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The serial number of the wheel that it is built into, where it is."""
    preset: Annotated[str, msgspec.Meta(extra={"choices": "reader_presets"})] = ""
    """The preset that sets the protocol and the options; options of the entry's own go before those of the preset."""
    protocol: Annotated[str, msgspec.Meta(extra={"choices": "protocols"})] = USUAL_PROTOCOL
    """Protocol of the reader. `http`: it reports over the API."""
    url: str = ""
    """Address of the reader: socket://host:port, listen://host:port, rfc2217://host:port, mqtt://host:port/topic or
    mqtts://host:port/topic, or a serial device's path. Empty for http."""
    options: dict[str, Any] = {}
    """Options of its driver, by name."""
    launch: Literal["entered", "implied"] = "entered"
    """Source of launches for a reader that sends numbers only. `entered`: people enter it, or close the bets.
    `implied`: the table displays numbers only, and none is settled while bets are on the cloth."""
    role: Literal["primary", "witness"] = "primary"
    """Role of the reader's numbers. `primary`: they settle the coups of the table, and a table has one such reader.
    `witness`: they are compared with the numbers of the primary reader."""
    enabled: bool = True
    """True if it is listened to."""

    def settled(self, around: Surroundings) -> Self:
        preset = reader_presets().get(self.preset)
        if preset is None or self.protocol not in (USUAL_PROTOCOL, preset.protocol):
            return self
        options = {**preset.options, **self.options}
        return msgspec.structs.replace(self, protocol=preset.protocol, options=options)

    def check(self, code: str, around: Surroundings) -> Faults:
        if self.table:
            yield from check_registered("table", "table", self.table, around)
        yield from self._check_preset()
        yield from check_among("protocol", (self.protocol,), around.choices.get("protocols", (OVER_HTTP,)))
        if self.protocol == OVER_HTTP:
            if self.url:
                yield Fault("url", Refused("reader-over-http-has-no-address"))
        else:
            try:
                address = read_address(self.url)
                check_address(address, around.reader_rules)
            except Refused as refused:
                yield Fault("url", refused)
            else:
                yield from self._check_place_is_free(code, address, around)
        yield from self._check_one_primary(code, around)
        if self.launch == "implied" and self.protocol != NUMBERS_ONLY:
            yield Fault("launch", Refused("reader-launch-not-implied", protocol=self.protocol))
        yield from self._check_options(around)

    def check_change(self, before: Self, code: str, around: Surroundings) -> Faults:
        if before.table != self.table and before.table in around.open_tables:
            yield Fault("table", Refused("reader-of-open-table", reader=code, table=before.table))
        elif before.role != self.role and self.table in around.open_tables:
            yield Fault("role", Refused("reader-role-of-open-table", reader=code, table=self.table))

    def _check_one_primary(self, code: str, around: Surroundings) -> Faults:
        """Yield a fault for a second primary among the enabled readers of a table."""
        if self.role != PRIMARY or not self.enabled or not self.table:
            return
        for other, values in sorted(_others_in_service(code, around)):
            if values.get("table") == self.table and values.get("role", PRIMARY) == PRIMARY:
                yield Fault("role", second_primary(other, self.table))
                return

    def _check_place_is_free(self, code: str, address: Address, around: Surroundings) -> Faults:
        """Yield the fault of an address that another reader in service has."""
        if not self.enabled:
            return
        for other, values in sorted(_others_in_service(code, around)):
            if values.get("protocol") == OVER_HTTP:
                continue
            try:
                taken = read_address(values.get("url", ""))
            except Refused:
                # An older entry, whose own fault is shown where it is.
                continue
            if share_place(address, code, taken, other):
                yield Fault("url", Refused("reader-address-taken", address=self.url, reader=other))
                return

    def _check_preset(self) -> Faults:
        preset = reader_presets().get(self.preset)
        if self.preset and preset is None:
            yield from check_among("preset", (self.preset,), tuple(reader_presets()))
        if preset is not None and preset.protocol != self.protocol:
            right, entered = preset.protocol, self.protocol
            yield Fault("protocol", Refused("reader-preset-protocol", right=right, protocol=entered))

    def _check_options(self, around: Surroundings) -> Faults:
        known = (*around.options.get(self.protocol, ()), *LINE_OPTIONS)
        unknown = [name for name in self.options if name not in known]
        for name in unknown:
            yield Fault(f"options.{name}", Refused("reader-option-unknown", option=name, options=known))
        if not unknown and (refused := around.options_fault(self.protocol, self.options)):
            yield Fault("options", refused)

    @classmethod
    def check_withdrawal(cls, entry: Entry, around: Surroundings) -> Faults:
        table = entry.values.get("table", "")
        if table in around.open_tables:
            yield Fault("code", Refused("reader-of-open-table", reader=entry.code, table=table))


class SignEntry(Kind, frozen=True, kw_only=True):
    KIND: ClassVar[str] = "sign"
    HAS_SECRET: ClassVar[bool] = True

    table: Annotated[str, msgspec.Meta(extra={"choices": "table"})]
    """The table of the sign."""
    shows: tuple[Literal["limits", "colours", "numbers", "permanence"], ...] = ("limits", "numbers")
    """Content of the sign for guests: the posted limits, the chip colours, the last numbers, the permanence of the
    day."""

    def check(self, code: str, around: Surroundings) -> Faults:
        yield from check_registered("table", "table", self.table, around)
        if not self.shows:
            yield Fault("shows", Refused("sign-shows-nothing"))
