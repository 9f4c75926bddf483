"""The record compared with the wheel, at each event and in the end."""

from collections import Counter
from collections.abc import Iterator

from tables.play import events as e
from tables.play.reader.observation import Observation
from testkit.spins.record import Happened, RecordInHand
from testkit.spins.true_wheel import TrueWheel


class Truth:
    """Comparison of the wheel's numbers with the record's. `faults` has each contradiction in words."""

    def __init__(self, record: RecordInHand, wheel: TrueWheel, *, unknowable: bool = False) -> None:
        """Compare; wrong numbers that came by themselves are only counted if the faults are `unknowable`."""
        self._unknowable = unknowable
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        """Ways of the numbers into the record, counted."""
        self.misread: set[int] = set()
        """Coups whose number a reader gave wrongly."""
        self.record = record
        self._wheel = wheel
        self._numbers: dict[int, int] = {}
        self._of_coup: dict[str, int | None] = {}

    @property
    def coups(self) -> int:
        """Coups that have a number."""
        return len(self._numbers)

    def told(self, observation: Observation, coup: int | None) -> None:
        """Note an observation that a gateway made of bytes that give this coup's number."""
        self.counts["observations"] += 1
        self._of_coup[observation.key] = coup

    def happened(self, happened: Happened) -> None:
        """Compare an event with the wheel as it is now."""
        match happened.event:
            case e.NumberFell() as fell:
                self._fell(fell, happened)
            case e.NumberDoubted():
                self.counts["in doubt"] += 1
            case e.NumberConfirmed() as confirmed if happened.cause:
                self.counts["confirmed by another reader"] += confirmed.reader in self.record.witnesses
                if self._true(confirmed.coup) != confirmed.number:
                    self._fault(happened, f"a reader confirms {confirmed.number}, which is wrong")
            case e.DiscrepancyFound() as found:
                self.counts["discrepancies"] += 1
                self.counts["misreads that another reader found"] += bool(happened.cause) and (
                    found.coup in self.misread and found.coup <= len(self._wheel.spins)
                )
            case e.DiscrepancyResolved() as resolved:
                self._numbers[resolved.coup] = resolved.number
            case e.PaymentsConfirmed() as paid:
                if self._numbers[paid.coup] != self._true(paid.coup):
                    self._fault(happened, f"coup {paid.coup} is paid on a wrong number")

    def _fell(self, fell: e.NumberFell, happened: Happened) -> None:
        true, coup = self._true(fell.coup), fell.coup
        if coup != self.coups + 1:
            self._fault(happened, f"coup {coup} follows {self.coups}")
        self._numbers[coup] = fell.number
        if not happened.cause:
            self.counts["by a person"] += 1
        else:
            self.counts["with an empty cloth in doubt" if fell.doubts else "by itself"] += 1
        for wrong in self._wrong_in(fell, happened, true):
            if self._unknowable:
                self.counts["wrong by itself"] += 1
                return
            self._fault(happened, wrong)

    def _wrong_in(self, fell: e.NumberFell, happened: Happened, true: int | None) -> Iterator[str]:
        coup = fell.coup
        if true is None:
            yield f"coup {coup} has {fell.number}, and no ball has fallen"
        if not happened.cause:
            return
        if fell.number != true and (self._unknowable or coup not in self.misread):
            yield f"coup {coup} has {fell.number} by itself, and {true} fell"
        if fell.doubts and happened.before.bets:
            yield f"coup {coup} is settled by a doubtful {fell.number}"
        of = self._of_coup[happened.cause]
        if of is not None and not fell.doubts and of != coup:
            yield f"coup {coup} is settled by a message of {of or 'no spin'}"

    def _true(self, coup: int) -> int | None:
        spins = self._wheel.spins
        return spins[coup - 1].number if coup <= len(spins) else None

    def _fault(self, happened: Happened, what: str) -> None:
        self.faults.append(
            f"{happened.at:%H:%M:%S} {what} ({happened.cause or 'a person'}; {happened.event})"
        )

    def compare(self) -> None:
        """Compare what the record has in the end with every number that fell."""
        fell = [spin.number for spin in self._wheel.spins]
        has = [self._numbers[coup] for coup in sorted(self._numbers)]
        if has != fell:
            self.faults.append(
                f"{len(fell)} numbers fell, the record has {len(has)}, in other order or others"
            )
        state = self.record.state
        if state.doubted or state.discrepancies or any(past.doubts for past in state.past):
            self.faults.append("numbers wait in the end")
