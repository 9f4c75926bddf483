"""The statistics of a wheel reader over a month as its page shows them."""

import msgspec
from django.utils import timezone
from django.utils.translation import gettext

from casino.kit.dates import month_and_year
from casino.kit.money import count, reader_figures
from tables.handling.gaming_day import gaming_day
from tables.handling.reader_spins import MONTH, month_statistics
from tables.play.reader.counting import ReaderStatistics
from tables.roulette.statistics.proportions import Proportion


class ShownRate(msgspec.Struct, frozen=True, kw_only=True):
    """A rate in words: its share, the 95 % interval, and the cases. Without a case there is no share."""

    label: str
    share: str
    interval: str
    cases: str


class AgreementCard(msgspec.Struct, frozen=True, kw_only=True):
    """The statistics of a reader in words. `month` is as in the address, `2026-11`. `fault` is the sentence about a
    month that is not one; then the card is of the current month. `undecided` is empty if no number is disputed."""

    month: str
    month_name: str
    fault: str = ""
    spins: str
    rates: tuple[ShownRate, ...]
    undecided: str = ""


def this_month(casino_id: int) -> str:
    """Return the month of the casino's gaming day: `2026-11`."""
    return gaming_day(casino_id, timezone.now()).isoformat()[:7]


def malformed_month(month: str) -> str:
    """Return the sentence about a text that is not a month; empty if it is one."""
    if MONTH.fullmatch(month):
        return ""
    return gettext("'{month}' is not a month. Write the year and the month: 2026-11.").format(
        month=month[:20]
    )


def agreement_card(casino_id: int, reader: str, month: str = "") -> AgreementCard:
    """Return the statistics of the reader over the month; over the current one if `month` is empty or not a month."""
    fault = malformed_month(month) if month else ""
    shown = month if month and not fault else this_month(casino_id)
    statistics = month_statistics(casino_id, reader, shown)
    return AgreementCard(
        month=shown,
        month_name=month_and_year(shown),
        fault=fault,
        spins=count(statistics.spins),
        rates=_rates(statistics),
        undecided=count(statistics.undecided) if statistics.undecided else "",
    )


def _rates(statistics: ReaderStatistics) -> tuple[ShownRate, ...]:
    return (
        *(
            _rate(gettext("Agreement with {reader}").format(reader=each.reader), each.same)
            for each in statistics.agreements
        ),
        _rate(gettext("Misreads"), statistics.misread),
        _rate(gettext("Missed spins"), statistics.missed),
    )


def _rate(label: str, found: Proportion) -> ShownRate:
    if found.share is None or found.low is None or found.high is None:
        return ShownRate(label=label, share="–", interval="", cases=gettext("No spins yet."))
    return ShownRate(
        label=label,
        share=_percent(found.share),
        interval=gettext("{low} to {high}").format(low=_percent(found.low), high=_percent(found.high)),
        cases=gettext("{count} of {all}").format(count=count(found.count), all=count(found.of)),
    )


def _percent(part: float) -> str:
    """Return a part of one in the reader's figures: `0.52 %`. Misreads are rare, so it has two decimals."""
    return f"{reader_figures().decimal(f'{part * 100:.2f}')}\u00a0%"
