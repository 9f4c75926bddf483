"""Statistics of a wheel reader: its agreement with other readers, its misreads and its missed spins. Pure.

A **spin** of a reader is a coup with a final number. It fell at a table where the reader was registered and not
offline. A coup that the reader reported is a spin of it in any case. Null coups have no number, so they do not count as
spins. A coup with two disputed numbers has no final number: it is counted apart, as **undecided**.

A **report** is the number that the reader gave for the coup, as primary or as witness, at once or late, in doubt or
not. A number that fits no coup, or that a person dismissed, does not count as a report.

A **misread** is a spin for which the reader gave a number other than the final one, also if it gave the final number
afterwards. A **missed** spin is a spin without a report. Two readers **agree** on a coup if their last numbers are
equal. The rate is of the coups that both reported, undecided coups included.
"""

from collections.abc import Iterable

import msgspec

from tables.play.reader.spins import ReadSpin
from tables.roulette.statistics.proportions import Proportion, proportion


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """The coups for which two readers gave the same number, of the coups that both reported."""

    reader: str
    """The other reader."""
    same: Proportion


class ReaderStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one reader. `misread` is of its `reports`, `missed` of its `spins`. `undecided` are the coups that
    it reported and of which nobody has decided the number."""

    spins: int
    reports: int
    misread: Proportion
    missed: Proportion
    undecided: int
    agreements: tuple[Agreement, ...]
    """Agreements by the other reader's code."""


def statistics_of(reader: str, coups: Iterable[tuple[ReadSpin, bool]]) -> ReaderStatistics:
    """Return the figures of the reader from these coups of its tables, each with True if the reader was registered
    there and should have reported it by now.
    """
    spins = reports = misread = undecided = 0
    both: dict[str, int] = {}
    same: dict[str, int] = {}
    for each, expected in coups:
        given = each.reports.get(reader)
        if given is None:
            spins += expected and not each.disputed and reader not in each.away
            continue
        for other, numbers in each.reports.items():
            if other != reader:
                both[other] = both.get(other, 0) + 1
                same[other] = same.get(other, 0) + (numbers[-1] == given[-1])
        if each.disputed:
            undecided += 1
            continue
        spins += 1
        reports += 1
        misread += any(number != each.number for number in given)
    return ReaderStatistics(
        spins=spins,
        reports=reports,
        misread=proportion(misread, reports),
        missed=proportion(spins - reports, spins),
        undecided=undecided,
        agreements=tuple(
            Agreement(reader=other, same=proportion(same[other], both[other])) for other in sorted(both)
        ),
    )
