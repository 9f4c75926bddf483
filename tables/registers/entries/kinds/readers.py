"""What stands at a table and speaks: readers of its wheel, and signs for its guests."""

from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec

from tables.registers.entries.kinds.kind import Fault, Faults, Kind, check_among, check_registered
from tables.registers.entries.reader_addresses import check_address, read_address
from tables.registers.entries.state import Entry, Surroundings
from tables.roulette.refusal import Refused

OVER_HTTP = "http"
"""The protocol of a reader that says itself, over the API, what it sees: nobody keeps a line to it."""
NUMBERS_ONLY = "plain_result"
"""The protocol of a reader that sends numbers, and perhaps that bets are closed, but no launch."""
LINE_OPTIONS = ("baudrate",)


class ReaderEntry(Kind, frozen=True, kw_only=True):
    KIND: ClassVar[str] = "reader"

    table: Annotated[str, msgspec.Meta(extra={"choices": "table"})] = ""
    """The table whose wheel it reads."""
    wheel: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The serial number of the wheel that it is built into, where it is."""
    protocol: Annotated[str, msgspec.Meta(extra={"choices": "protocols"})] = "slingshot2"
    """What it speaks. `http`: it says over the API what it sees."""
    url: str = ""
    """Where it is reached: socket://host:port, listen://host:port, rfc2217://host:port, or a serial device's path.
    Empty of one that speaks http."""
    options: dict[str, Any] = {}
    """What its driver has to know, by name."""
    launch: Literal["entered", "implied"] = "entered"
    """How a launch is known where it sends numbers only. `entered`: people enter it, or close the bets. `implied`: the
    table displays numbers only, and none is settled while bets lie."""
    enabled: bool = True
    """Whether it is listened to."""

    def check(self, code: str, around: Surroundings) -> Faults:
        if self.table:
            yield from check_registered("table", "table", self.table, around)
        yield from check_among("protocol", (self.protocol,), around.choices.get("protocols", (OVER_HTTP,)))
        if self.protocol == OVER_HTTP:
            if self.url:
                yield Fault("url", Refused("reader-over-http-has-no-address"))
        else:
            try:
                check_address(read_address(self.url), around.reader_rules)
            except Refused as refused:
                yield Fault("url", refused)
        if self.launch == "implied" and self.protocol != NUMBERS_ONLY:
            yield Fault("launch", Refused("reader-launch-not-implied", protocol=self.protocol))
        yield from self._check_options(around)

    def check_change(self, before: Self, code: str, around: Surroundings) -> Faults:
        if before.table != self.table and before.table in around.open_tables:
            yield Fault("table", Refused("reader-of-open-table", reader=code, table=before.table))

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
    """The table that it stands at."""
    shows: tuple[Literal["limits", "colours", "numbers", "permanence"], ...] = ("limits", "numbers")
    """What guests see on it: the posted limits, the chip colours, the last numbers, the permanence of the day."""

    def check(self, code: str, around: Surroundings) -> Faults:
        yield from check_registered("table", "table", self.table, around)
        if not self.shows:
            yield Fault("shows", Refused("sign-shows-nothing"))
