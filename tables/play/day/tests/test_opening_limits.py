"""A table opens with a sign that is registered for it, or with limits that the role in charge signs for."""

import pytest
from msgspec.structs import replace

from tables.codec import encode
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Limits
from testkit.play import NOON, DayInHand, agreed, opening
from testkit.refusals import expect_refusal


def signed(role: str) -> tuple[e.Signature, ...]:
    return (e.Signature(person=e.Person(id=role, name=role), role=role),)


def opened(rulebook: str, limits: Limits, *, by: str | None = None, agreement: bool = False) -> e.TableOpened:
    """Return the opening of a table whose usual sign, and twice its minimum, are registered."""
    rules = get_rulebook(rulebook)
    usual = rules.default_limits
    command = replace(
        opening(rules),
        limits=limits,
        registered=(usual, replace(usual, minimum=2 * usual.minimum)),
        signatures=signed(by) if by else (),
        agreement=agreed(NOON) if agreement else None,
    )
    day = DayInHand(rules, opened=False, signs=False)
    (event,) = day.do(command)
    assert isinstance(event, e.TableOpened)
    return event


def sign(rulebook: str, minimum: int, **maximums: int) -> Limits:
    usual = get_rulebook(rulebook).default_limits
    return Limits(minimum=minimum, maximums={**usual.maximums, **maximums})


@pytest.mark.clause("it-campione/5", "it-venezia/general-9")
@pytest.mark.parametrize("rulebook", ["it-campione", "it-venezia"])
def test_registered_sign_opens_without_a_signature(rulebook: str) -> None:
    minimum = get_rulebook(rulebook).default_limits.minimum
    for registered in (minimum, 2 * minimum):
        event = opened(rulebook, sign(rulebook, registered))
        assert (event.limits.minimum, event.limits_agreement) == (registered, None)


@pytest.mark.clause("it-campione/5", "it-venezia/general-10")
@pytest.mark.parametrize("rulebook", ["it-campione", "it-venezia"])
def test_minimum_that_is_not_registered_is_signed_by_the_management(rulebook: str) -> None:
    other = sign(rulebook, 3 * get_rulebook(rulebook).default_limits.minimum)
    for by in (None, "chef_de_table", "pit_boss"):
        with expect_refusal("signature-missing", subject="opening-limits", role="direction"):
            opened(rulebook, other, by=by)
    assert opened(rulebook, other, by="direction").limits == other


@pytest.mark.clause("pt-francesa/24", "pt-americana/34", "it-live/minimum")
@pytest.mark.parametrize("rulebook", ["pt-francesa", "pt-americana", "it-live"])
def test_minimum_that_is_not_registered_is_signed_by_the_management_in_every_casino(rulebook: str) -> None:
    other = Limits(minimum=3 * get_rulebook(rulebook).default_limits.minimum)
    for by in (None, "chef_de_table", "pit_boss"):
        with expect_refusal("signature-missing", subject="opening-limits", role="direction"):
            opened(rulebook, other, by=by)
    assert opened(rulebook, other, by="direction").limits.minimum == other.minimum


@pytest.mark.clause("it-campione/5", "it-campione/5-agreement")
def test_maximum_that_is_not_registered_needs_the_agreement_too() -> None:
    usual = get_rulebook("it-campione").default_limits
    lower = sign("it-campione", usual.minimum, plein=40_000)
    with expect_refusal("signature-missing", subject="opening-limits"):
        opened("it-campione", lower, agreement=True)
    with expect_refusal("limits-not-agreed", body="Amministrazione comunale"):
        opened("it-campione", lower, by="direction")
    event = opened("it-campione", lower, by="direction", agreement=True)
    assert event.limits_agreement is not None
    assert event.limits_agreement.body == "Amministrazione comunale"
    over = sign("it-campione", usual.minimum, plein=100_000)
    with expect_refusal("opened-over-agreed-maximums"):
        opened("it-campione", over, by="direction", agreement=True)


def test_opening_recorded_without_an_agreement_is_still_read() -> None:
    type_, data = encode(opened("it-venezia", get_rulebook("it-venezia").default_limits))
    older = {name: value for name, value in data.items() if name != "limits_agreement"}
    event = e.TABLE_EVENTS.decode(type_, older)
    assert isinstance(event, e.TableOpened) and event.limits_agreement is None
