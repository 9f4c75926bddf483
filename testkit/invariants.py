"""Invariants of a table under all commands in all orders: checked event by event, for tests.

`Watch` keeps books of its own, from the events alone, and compares them with the evolved state.
"""

from collections import Counter
from collections.abc import Iterable

from tables.codec import encode
from tables.play import events as e
from tables.play.colours.chips_out import chips_in_bank, chips_out
from tables.play.day.questions import inherit
from tables.play.evolve import evolve_recorded
from tables.play.evolving import Recorded
from tables.play.references import HELD, number_in
from tables.play.state import RUNNING, State, as_kept, from_kept
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook
from testkit.money_books import Books
from testkit.waiting_books import WaitingBooks

EDGES: dict[type[e.Event], frozenset[tuple[str, str]]] = {
    e.TableOpened: frozenset({("closed", "idle")}),
    e.BetsOpened: frozenset({("idle", "betting"), ("paying", "betting")}),
    e.BallLaunched: frozenset({("betting", "launched"), ("bets_closed", "launched")}),
    e.LaunchFailed: frozenset({("launched", "betting"), ("bets_closed", "betting")}),
    e.BetsClosed: frozenset({("betting", "bets_closed"), ("launched", "bets_closed")}),
    e.VoidSeen: frozenset({("launched", "bets_closed")}),
    e.CoupAnnulled: frozenset({("launched", "betting"), ("bets_closed", "betting")}),
    e.NumberFell: frozenset((running, after) for running in RUNNING for after in ("idle", "paying")),
    e.DiscrepancyResolved: frozenset({("idle", "paying")}),
    e.PaymentsConfirmed: frozenset({("paying", "idle")}),
    e.TableClosed: frozenset({("idle", "closed"), ("betting", "closed")}),
    e.TableReopened: frozenset({("closed", "idle")}),
}
"""Events that take a table from one phase to another; other events do not."""


class Watch:
    """A table's days under one rulebook, looked at event by event. What does not hold fails an assertion."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.books = Books()
        self.waiting = WaitingBooks()
        self._raised: set[str] = set()
        self._stages: Counter[tuple[str, str]] = Counter()
        self._refs: set[str] = set()

    def happened(self, before: State, recorded: Recorded, after: State) -> None:
        """An event, with the table before and after it."""
        event = recorded.event
        _check_phase(before, event, after)
        assert e.TABLE_EVENTS.decode(*encode(event)) == event, "the record gives the event back"
        if isinstance(event, e.TableOpened):
            self._raised.clear()
            self._stages.clear()
            self._refs = {stake.ref for stake in event.bound}
        self._check_said_once(event)
        self.books.take(event)
        self.books.check(after)
        self.waiting.take(before, event, after)
        check_state(after, self.rulebook)

    def _check_said_once(self, event: e.Event) -> None:
        if isinstance(event, e.BetPlaced):
            assert event.ref not in self._refs, f"a second bet {event.ref}"
            self._refs.add(event.ref)
        elif isinstance(event, e.DeadlineWarned):
            self._stages[event.case, "warned"] += 1
            assert self._stages[event.case, "warned"] == 1, f"{event.case} is warned of twice"
            assert event.clause in self.rulebook.clauses
        elif isinstance(event, e.ViolationRaised):
            assert event.violation not in self._raised, f"{event.violation} is raised twice"
            assert event.clause in self.rulebook.clauses
            self._raised.add(event.violation)
        elif isinstance(event, e.ViolationResolved):
            assert event.violation in self._raised, f"{event.violation} ends and was never raised"


def check_day(events: Iterable[Recorded], rulebook: Rulebook, state: State, handed_on: State) -> None:
    """Check that the day evolved from its events, and from their recorded form, equals the day evolved step by step.
    Fails otherwise.
    """
    recorded = list(events)
    assert evolve_recorded(recorded, rulebook, handed_on) == state
    from_record = (
        Recorded(e.TABLE_EVENTS.decode(*encode(each.event)), each.version, each.at) for each in recorded
    )
    # The first event of a day has everything from the last one: the record needs nothing else.
    assert evolve_recorded(from_record, rulebook) == state


def check_state(state: State, rulebook: Rulebook) -> None:
    """Check the invariants of a table at any moment. Fails otherwise."""
    assert kept(state) == state, "the board gives the state back"
    _check_cloth(state, rulebook)
    _check_coups(state, rulebook)
    _check_balls(state)
    _check_colours(state, rulebook)
    _check_held(state)
    named = [each.violation for each in state.violations]
    assert len(named) == len(set(named)), "violations have names of their own"


def kept(state: State) -> State:
    """The state as a board keeps it and gives it back."""
    return from_kept(as_kept(state))


def next_day(state: State) -> State:
    """Return the state that a closed day hands on. Fail unless it contains everything that is open."""
    handed_on = inherit(state)
    assert handed_on.carried == state.carried
    assert handed_on.held.items == state.held.items
    assert handed_on.slips.open == state.slips.open
    return handed_on


def _check_phase(before: State, event: e.Event, after: State) -> None:
    if before.phase != after.phase:
        step = (before.phase, after.phase)
        assert step in EDGES.get(type(event), ()), f"{type(event).__name__} took the table {step}"
    if not isinstance(event, e.TableOpened):
        assert after.coup >= before.coup or after.phase == "closed"


def _check_cloth(state: State, rulebook: Rulebook) -> None:
    for lying in (state.bets, state.settled_bets):
        refs = [bet.ref for bet in lying]
        assert len(refs) == len(set(refs)), f"references are each one bet's: {refs}"
        for bet in lying:
            assert bet.amount > 0, f"{bet.ref} is staked with {bet.amount}"
            assert bet.player.strip()
            assert number_in(bet.ref) <= state.bets_numbered
            assert parse_bet(bet.bet, rulebook, wheel=state.wheel).code == bet.bet
            assert bet.chip is None or (bet.chip > 0 and bet.amount % bet.chip == 0)
    settled = {bet.ref: bet.amount for bet in state.settled_bets}
    for bet in state.bets:
        if bet.stays_of is not None:
            assert rulebook.payment.lies_on is not None
            assert bet.amount <= settled[bet.stays_of], f"{bet.ref} stays of what lay at the number"
            assert bet.level == 0, f"{bet.ref} is free"
    assert state.phase != "closed" or not state.bets, "nothing lies over the close but what is carried"
    lies = {bet.ref for bet in state.bets}
    for pending in state.choices:
        assert pending.choice == "partage" or pending.stake.ref in lies


def _check_coups(state: State, rulebook: Rulebook) -> None:
    coups = [past.coup for past in state.past]
    assert coups == sorted(set(coups))
    assert all(coup <= state.coup for coup in coups)
    numbers = rulebook.wheels[state.wheel].order
    assert all(past.number in numbers for past in state.past)
    assert all(number in numbers for number in state.numbers)
    owed = list(state.payments_open)
    assert owed == sorted(set(owed))
    oldest = coups[0] if coups else 1
    had_bets = {past.coup for past in state.past if past.had_bets}
    assert all(coup in had_bets or coup < oldest for coup in owed), "paid is a coup that had bets"
    assert rulebook.payment.by_hand or not owed
    assert (state.phase == "paying") <= (state.coup in owed)
    disputed = [each.coup for each in state.discrepancies]
    assert len(disputed) == len(set(disputed))
    for each in state.discrepancies:
        assert each.others and len(each.numbers) == len(set(each.numbers)), "a number is disputed once"
    if state.phase in RUNNING:
        assert state.coup not in coups, "a coup that runs has no number"
    if state.past:
        assert state.past[-1].number == state.number == state.numbers[0]


def _check_balls(state: State) -> None:
    if not state.version:
        return
    letters = [ball.name for ball in state.balls]
    assert len(letters) == len(set(letters)), f"balls have letters of their own: {letters}"
    assert state.ball in letters


def _check_colours(state: State, rulebook: Rulebook) -> None:
    colours = state.colours
    for names in ([each.colour for each in colours.in_play], [each.player for each in colours.in_play]):
        assert len(names) == len(set(names)), f"a colour is one player's, a player has one: {names}"
    for each in colours.in_play:
        assert each.value > 0
        assert 0 <= chips_out(state, each, rulebook) <= colours.registered[each.colour]
    for colour in colours.registered:
        assert 0 <= chips_in_bank(state, colour, rulebook) <= colours.registered[colour]
    assert all(count > 0 for count in colours.late.values()), "only chips that are out are late"
    for presented in colours.presented:
        # More chips may be counted than are out: that is a fact, and their payment is another matter.
        assert presented.count >= 0


def _check_held(state: State) -> None:
    refs = [each.ref for each in state.held.items]
    assert len(refs) == len(set(refs))
    receipts = [each.receipt for each in state.held.items if each.receipt]
    assert len(receipts) == len(set(receipts))
    for each in state.held.items:
        assert each.stake >= 0
        assert each.prize >= 0
        assert each.amount > 0
        assert each.receipt or (each.until_coup is not None and state.phase != "closed"), (
            "what is set aside has a receipt, and so has what waits over a closing"
        )
        assert number_in(each.ref, HELD) <= state.held.numbered or state.phase == "closed"
