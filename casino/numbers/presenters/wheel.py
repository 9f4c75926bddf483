"""The statistics of a wheel in words: questions and findings of the tests, the sectors, the hands, the pace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from django.utils.translation import gettext, ngettext

from casino.kit.drawn_number import Fallen, drawn
from casino.kit.money import count, reader_figures
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.wheel_spins import KnownWheel, TablePace, WheelStatistics

if TYPE_CHECKING:
    from tables.roulette.statistics.figures import Finding, SectorFigure
    from tables.roulette.statistics.hands import Hand
    from tables.roulette.statistics.watching import Evidence, Watched

STANDS_OUT = 0.05
"""An adjusted p-value up to this is rare by chance."""
QUESTIONS: dict[str, tuple[str, str]] = {
    "pockets": (_("Each pocket as often as the others"), _("χ² {value}")),
    "sector": (_("Neighbouring pockets together"), _("{value} times what is expected")),
    "runs-colour": (_("Rouge and noir change as chance has it"), _("z {value}")),
    "runs-parity": (_("Even and odd change as chance has it"), _("z {value}")),
    "runs-half": (_("Low and high change as chance has it"), _("z {value}")),
    "previous": (_("All distances from the number before alike"), _("χ² {value}")),
    "previous-sector": (
        _("Neighbouring distances from the number before"),
        _("{value} times what is expected"),
    ),
    "previous-hand": (_("One distance from the number before preferred"), _("R {value}")),
    "launch": (_("All distances from the launch alike"), _("χ² {value}")),
    "launch-sector": (_("Neighbouring distances from the launch"), _("{value} times what is expected")),
    "launch-hand": (_("One distance from the launch preferred"), _("R {value}")),
}
"""Question and statistic of each test, in words."""
PHASE_NAMES: dict[str, str] = {
    "betting": _("Bets open to launch"),
    "track": _("Launch to rien ne va plus"),
    "closed": _("Rien ne va plus to number"),
    "payment": _("Number to last payment"),
}


class ShownFinding(msgspec.Struct, frozen=True, kw_only=True):
    """A test: its question, and either its figures or, instead of any, how many spins it still needs."""

    question: str
    spins: str
    value: str = ""
    p: str = ""
    stands_out: bool = False
    too_few: str = ""


class ShownPocket(msgspec.Struct, frozen=True, kw_only=True):
    fallen: Fallen
    hits: str
    share: str
    low: str
    high: str
    outside: bool


class ShownHand(msgspec.Struct, frozen=True, kw_only=True):
    spinner: str
    steps: str
    length: str = ""
    distance: str = ""
    p: str = ""
    stands_out: bool = False
    too_few: str = ""


class ShownPace(msgspec.Struct, frozen=True, kw_only=True):
    """The pace of a table in words, and its phases as pairs of a name and the known time."""

    table: str
    words: str
    off_pace: bool
    phases: tuple[tuple[str, str], ...]


class ShownWatch(msgspec.Struct, frozen=True, kw_only=True):
    """The watch over a wheel: its subject, the strength of the evidence in words, and an alarm if there is one."""

    name: str
    words: str
    is_alarm: bool


class ShownStatistics(msgspec.Struct, frozen=True, kw_only=True):
    spins: str
    too_few: str
    detectable: str
    findings: tuple[ShownFinding, ...]
    sectors: tuple[str, ...]
    pockets: tuple[ShownPocket, ...]
    hands: tuple[ShownHand, ...]
    paces: tuple[ShownPace, ...]
    watch: tuple[ShownWatch, ...]


def shown_statistics(wheel: KnownWheel, statistics: WheelStatistics) -> ShownStatistics:
    """The statistics as the page has them."""
    figures = statistics.figures
    detectable = figures.detectable
    return ShownStatistics(
        spins=_marked_spins(figures.spins, statistics.imported),
        too_few=_too_few(figures.spins, figures.least),
        detectable=gettext(
            "In so many spins a sector of five numbers that comes {part} more often than it should is found four "
            "times in five; less than that is mostly missed."
        ).format(part=percent(detectable))
        if detectable is not None
        else "",
        findings=tuple(_finding(each) for each in figures.findings),
        sectors=tuple(_sector(each, wheel) for each in figures.sectors),
        pockets=tuple(
            ShownPocket(
                fallen=drawn(each.number, wheel.rulebook),
                hits=count(each.hits),
                share=percent(each.hits / figures.spins) if figures.spins else "–",
                low=percent(each.low) if each.low is not None else "",
                high=percent(each.high) if each.high is not None else "",
                outside=is_outside(each.low, each.high, len(figures.pockets)),
            )
            for each in figures.pockets
        ),
        hands=tuple(_hand(each) for each in statistics.hands),
        paces=tuple(_pace(each) for each in statistics.paces),
        watch=shown_watch(statistics.watched),
    )


def is_outside(low: float | None, high: float | None, pockets: int) -> bool:
    """Return True if the chance of a fair pocket is outside of these bounds."""
    return low is not None and high is not None and not low <= 1 / pockets <= high


def shown_watch(watched: Watched) -> tuple[ShownWatch, ...]:
    """The two watches over all spins of a wheel."""
    return (
        _watch(gettext("Biased pockets"), watched.bias),
        _watch(gettext("A drop zone"), watched.drop_zone),
    )


def percent(part: float, digits: int = 1) -> str:
    """A part of one, in the reader's figures: `13.5 %`."""
    return f"{reader_figures().decimal(f'{part * 100:.{digits}f}')}\u00a0%"


def decimal(value: float, digits: int = 2) -> str:
    return reader_figures().decimal(f"{value:.{digits}f}")


def stake(grown: float) -> str:
    """Return the present worth of a stake: exactly while that matters."""
    if grown >= 1_000_000:
        return f"> {count(1_000_000)}"
    return count(round(grown)) if grown >= 100 else decimal(grown)


def probability(p: float) -> str:
    """Return a p-value, with as many digits as are useful."""
    return f"< {decimal(0.001, 3)}" if p < 0.001 else decimal(p, 3)


def _marked_spins(number: int, imported: int) -> str:
    """Return the number of spins; imported spins are marked."""
    if not imported:
        return _spins(number)
    return gettext("{spins}, {imported} of them imported").format(
        spins=_spins(number), imported=count(imported)
    )


def _spins(number: int) -> str:
    return ngettext("{count} spin", "{count} spins", number).format(count=count(number))


def _too_few(spins: int, least: int) -> str:
    if spins >= least:
        return ""
    return gettext("{spins} of at least {least}: nothing can be said").format(
        spins=count(spins), least=count(least)
    )


def _finding(found: Finding) -> ShownFinding:
    question, written = QUESTIONS[found.test]
    if found.value is None or found.adjusted is None:
        # An even chance may have enough spins and still too few of one of its sides.
        least = max(found.least, found.spins + 1) if found.test.startswith("runs") else found.least
        return ShownFinding(
            question=gettext(question), spins=count(found.spins), too_few=_too_few(found.spins, least)
        )
    return ShownFinding(
        question=gettext(question),
        spins=count(found.spins),
        value=gettext(written).format(value=decimal(found.value)),
        p=probability(found.adjusted),
        stands_out=found.adjusted <= STANDS_OUT,
    )


def _sector(sector: SectorFigure, wheel: KnownWheel) -> str:
    share = {"hits": count(sector.hits), "expected": decimal(sector.expected, 0)}
    if sector.of == "pockets":
        numbers = around_from(wheel.order, sector.first, sector.width)
        written = " ".join(drawn(each, wheel.rulebook).number or "" for each in numbers)
        words = gettext("Most hit: {numbers}, {hits} times, {expected} expected")
        return words.format(numbers=written, **share)
    words = (
        gettext(
            "Most frequent from the number before: {first} to {last} pockets, {hits} times, {expected} expected"
        )
        if sector.of == "previous"
        else gettext(
            "Most frequent from the launch: {first} to {last} pockets, {hits} times, {expected} expected"
        )
    )
    last = (sector.first + sector.width - 1) % len(wheel.order)
    return words.format(first=sector.first, last=last, **share)


def around_from(order: tuple[int, ...], number: int, width: int) -> tuple[int, ...]:
    """Return so many pockets clockwise from a number."""
    start = order.index(number)
    return tuple(order[(start + step) % len(order)] for step in range(width))


def _hand(hand: Hand) -> ShownHand:
    if hand.length is None or hand.distance is None or hand.adjusted is None:
        return ShownHand(
            spinner=hand.spinner, steps=count(hand.steps), too_few=_too_few(hand.steps, hand.least)
        )
    return ShownHand(
        spinner=hand.spinner,
        steps=count(hand.steps),
        length=decimal(hand.length),
        distance=decimal(hand.distance, 1),
        p=probability(hand.adjusted),
        stands_out=hand.adjusted <= STANDS_OUT,
    )


def _pace(of: TablePace) -> ShownPace:
    pace = of.pace
    if pace.per_hour is None:
        words = _too_few(pace.coups, pace.least)
    elif of.target:
        words = gettext("{pace} coups an hour, {target} wanted").format(
            pace=decimal(pace.per_hour, 0), target=of.target
        )
    else:
        words = gettext("{pace} coups an hour").format(pace=decimal(pace.per_hour, 0))
    return ShownPace(
        table=of.table,
        words=words,
        off_pace=_is_off_pace(of),
        phases=tuple(
            (
                gettext(PHASE_NAMES[each.phase]),
                gettext("{median} s, nine in ten up to {most} s").format(
                    median=decimal(each.median_s, 0), most=decimal(each.nine_in_ten_s, 0)
                )
                if each.median_s is not None and each.nine_in_ten_s is not None
                else _too_few(each.coups, each.least),
            )
            for each in of.phases
        ),
    )


def _is_off_pace(of: TablePace) -> bool:
    """Return whether the table was slower or faster than is wanted, by as much as would be an alert."""
    if not of.target or of.pace.per_hour is None:
        return False
    slow = bool(of.percent) and of.pace.per_hour * 100 < of.target * (100 - of.percent)
    return slow or (bool(of.fast_percent) and of.pace.per_hour * 100 > of.target * (100 + of.fast_percent))


def _watch(name: str, evidence: Evidence) -> ShownWatch:
    words = (
        gettext("{now} now, at most {most}, over {spins} of this stretch; an alarm from {alarm} on")
        if evidence.alarm_at
        else gettext("{now} now, at most {most}, over {spins} of this stretch; no alarm is wanted")
    )
    return ShownWatch(
        name=name,
        words=words.format(
            now=stake(evidence.now),
            most=stake(evidence.most),
            spins=_spins(evidence.since),
            alarm=evidence.alarm_at,
        ),
        is_alarm=evidence.is_alarm,
    )


def name_of(wheel: KnownWheel) -> str:
    """Return the wheel's name: its serial, or the table of one that is not registered."""
    return wheel.name.wheel or gettext("the wheel of {table}").format(table=wheel.name.table)
