"""Checks between the parts of a rulebook, beyond the type of each value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tables.roulette.announced_checks import announced_faults, replay_faults
from tables.roulette.bet_checks import bet_faults, name_faults, rounding_faults, sign_faults, zero_faults
from tables.roulette.clause_checks import clause_faults
from tables.roulette.currency_check import no_currency
from tables.roulette.day_checks import day_faults
from tables.roulette.document_checks import document_faults
from tables.roulette.fault_path import Fault
from tables.roulette.holes import until_hole
from tables.roulette.label_checks import label_faults
from tables.roulette.payment_checks import (
    chip_faults,
    handing_over_faults,
    paying_faults,
    payment_faults,
    seat_faults,
)
from tables.roulette.reading_checks import reading_faults
from tables.roulette.return_checks import return_faults
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel_checks import wheel_faults


def faults_in(document: Mapping[str, Any], rulebook: Rulebook) -> Iterator[Fault]:
    """Yield everything in a file's document, and in the `rulebook` read from it, that does not fit the rest of it.

    A check that needs a value with a fault of its own ends there.
    """
    yield from until_hole(clause_faults(document, rulebook))
    yield from until_hole(reading_faults(document.get("readings", {}), rulebook))
    for check in _CHECKS:
        yield from until_hole(check(rulebook))
    yield from document_faults(document)


def _currency(rulebook: Rulebook) -> Iterator[Fault]:
    if reason := no_currency(rulebook.currency):
        yield "currency", reason


_CHECKS: tuple[Callable[[Rulebook], Iterator[Fault]], ...] = (
    _currency,
    wheel_faults,
    bet_faults,
    zero_faults,
    rounding_faults,
    payment_faults,
    paying_faults,
    handing_over_faults,
    announced_faults,
    replay_faults,
    label_faults,
    chip_faults,
    return_faults,
    name_faults,
    day_faults,
    sign_faults,
    seat_faults,
)
