"""Events of numbers: fallen, doubted, confirmed, disputed; and their consequences."""

from tables.play.event import Choice, Event, Person, Source


class NumberFell(Event, frozen=True, kw_only=True, tag="number_fell"):
    """The ball rests. The result of the coup."""

    coup: int
    number: int
    colour: str | None
    source: Source
    announcement: str
    game: str | None = None
    reader: str | None = None
    """The reader that reported it, also if a person confirmed it afterwards; None of a number that staff gave, and of
    one that was recorded before a table had several readers."""
    doubts: tuple[str, ...] = ()
    """The reasons why a person must confirm it before anything is paid: `recovered` (unheard at the time and read
    off the wheel afterwards), `other_game` (the reader names another game than the running one), or the reader's own
    doubts."""


class NumberDoubted(Event, frozen=True, kw_only=True, tag="number_doubted"):
    """Doubtful number of a reader: it settles nothing, and waits for a person.

    The number is in doubt while bets are on the cloth, or may belong to no spin (`no_launch`, `bets_open`, `repeated`,
    `too_soon`, `launch_implied`, `wrong_time`). Or a witness gave it while the primary reader is away (`of_witness`).

    `coup` is the coup of the number: the running one or the next. A number that waits behind others (`number_waits`)
    gets the coup after theirs. If a number is dismissed, the numbers behind it move forward by a coup. Older records
    name the running coup for all waiting numbers, which end with its number. `running` is the reader's own name for the
    running game at that time.
    """

    coup: int
    number: int
    source: Source
    game: str | None = None
    running: str | None = None
    doubts: tuple[str, ...]
    reader: str | None = None


class DoubtDismissed(Event, frozen=True, kw_only=True, tag="doubt_dismissed"):
    """A person looked: none of the numbers that waited for this coup has fallen, and it goes on. The first of those
    that waited behind them is to be confirmed next, as this coup's. All numbers that wait can be dismissed at once, for
    one reason: there is one event for each coup that they waited for."""

    coup: int
    numbers: tuple[int, ...]
    reason: str = ""


class NumberConfirmed(Event, frozen=True, kw_only=True, tag="number_confirmed"):
    """A second source (or a person, for a doubtful number) gave the same number for the coup."""

    coup: int
    number: int
    source: Source
    game: str | None = None
    reader: str | None = None


class DiscrepancyFound(Event, frozen=True, kw_only=True, tag="discrepancy_found"):
    """Two sources gave two different numbers for one coup: nothing is paid until the chief decides.

    Once more for each further number that is reported of a coup already disputed.
    """

    coup: int
    recorded: int
    other: int
    source: Source
    game: str | None = None
    reader: str | None = None


class WitnessReported(Event, frozen=True, kw_only=True, tag="witness_reported"):
    """A witness gave a number that decides nothing yet. `coup` has no number so far, or cannot be confirmed by this
    report; None: the number fits no coup, and only the witness has it. The number that falls is compared with it."""

    reader: str
    coup: int | None
    number: int
    game: str | None = None
    doubts: tuple[str, ...] = ()
    """The witness's own doubts about its number."""


class DiscrepancyResolved(Event, frozen=True, kw_only=True, tag="discrepancy_resolved"):
    """The chief decided which number is valid."""

    coup: int
    number: int
    colour: str | None
    announcement: str
    reason: str


class ResultsMissing(Event, frozen=True, kw_only=True, tag="results_missing"):
    """The reader's counter shows that results fell unheard: this many coups are known only to have been."""

    count: int
    after_coup: int


class PrisonChosen(Event, frozen=True, kw_only=True, tag="prison_chosen"):
    """Choice of an imprisoned stake's owner. `coup` is the coup that imprisoned it."""

    coup: int
    ref: str
    choice: Choice


class PrisonEnded(Event, frozen=True, kw_only=True, tag="prison_ended"):
    """A stake that was in prison after the day's last coup has ended, by the rulebook: `returned` of its `amount`
    goes back to its owner (minor units), the bank has the rest. `coup` is the last one with a number.
    """

    coup: int
    ref: str
    player: str
    bet: str
    amount: int
    returned: int
    clause: str


class PaymentsConfirmed(Event, frozen=True, kw_only=True, tag="payments_confirmed"):
    """All prizes of the coup are paid (and losing stakes cleared). Who raked and who paid, as on `PrizesPaid`."""

    coup: int
    raked_by: Person | None = None
    paid_by: Person | None = None


ResultEvent = (
    NumberFell
    | NumberDoubted
    | DoubtDismissed
    | NumberConfirmed
    | DiscrepancyFound
    | WitnessReported
    | DiscrepancyResolved
    | ResultsMissing
    | PrisonChosen
    | PrisonEnded
    | PaymentsConfirmed
)
