"""A living table, look by look: each look does one thing that the table's state asks for.

The state comes from the record. So a player can be killed between any two things, and a visitor can do any of them
first.
"""

import logging
from collections.abc import Callable
from datetime import date, datetime
from random import Random

from msgspec.structs import replace

from casino.kit.seats import colour_of_chips
from casino.one_machine.demonstration_staff import croupiers_of
from casino.one_machine.living.coup_play import (
    CoupPlan,
    Guests,
    before_payment,
    give_up_lost_ball,
    laid_now,
    launch,
    lay_bets,
    pay,
    plan_of,
    settle_doubts,
    unless_refused,
    while_the_ball_runs,
)
from casino.one_machine.living.day_at_table import DayAtTable
from casino.one_machine.living.demonstration_people import DemonstrationPeople
from casino.one_machine.living.house_staff import answer_violations, breach_is_due, count_boxes, see_to_slips
from casino.one_machine.living.turns_at_the_ball import hand_over, plan_ahead
from casino.one_machine.living.wheel_hand import Wheel
from casino.one_machine.open_house import open_table
from casino.people.demonstration_house import CASINO_ID, DemonstrationTable
from tables.handling.aggregates.rota import recorded_rota
from tables.handling.gaming_day import gaming_day
from tables.handling.projections.table_snapshots import newest_state
from tables.play import commands as c
from tables.play.direction.questions import is_last_coup_played
from tables.play.float.questions import float_differs, float_is_due
from tables.play.state import RUNNING
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from tables.simulation.bettors import Choices, bettors
from tables.simulation.books import SIGNED, count_and_close, count_at_the_opening, explain_forced_close
from tables.simulation.coups import take_up
from tables.simulation.day_under_way import PIT_BOSS
from tables.simulation.disputed_coups import dispute
from tables.simulation.happenings import (
    Happening,
    change_ball,
    change_limits,
    change_notes,
    end_what_waits,
    pay_change_out,
    relieve,
    rest,
    see_foreign_chips,
)
from tables.simulation.table_cash import change_full_box, place_first_box
from tables.simulation.table_slips import end_slips, see_to_float
from tables.simulation.tip_box import NO_SHIFTS, TipBox
from tables.stream import ConcurrencyError

log = logging.getLogger(__name__)

NOTHING_TO_DO_S = 5.0
CLOSED_S = 20.0
LATE_AT_THE_BALL_S = 90
"""Seconds before the end of the rulebook's time at the ball at which any free person takes it, against the rota."""
A_PERSON_LOOKS_S = 25.0
"""Time that the chief takes to decide between numbers."""
VISITOR_IS_AWAY_S = 1800.0
"""Time without a touch of the visitor's table after which it is put in order for the next day."""
BEFORE_THE_VISITORS_LAUNCH_S = 12.0
"""Time without another bet at the visitor's table after which its ball is launched."""
OPENS_BY_ITSELF_S = 20.0
PLAYERS = (4, 8)
KEPT_EVERY_S = 20.0
MANY_COUPS = 1_000
"""To a table's float no coup is near its last one."""
OF_EACH_COUP: tuple[Happening, ...] = (rest, change_notes, see_foreign_chips, end_what_waits)


class TablePlayer:
    """The players and the staff of one living table. `look` returns the simulated seconds until the next look."""

    def __init__(
        self,
        table: DemonstrationTable,
        wheel: Wheel,
        *,
        people: DemonstrationPeople,
        random: Random,
        pace: float = 1.0,
        visitors: bool = False,
    ) -> None:
        self.table, self.wheel = table, wheel
        self._people, self._random, self._pace, self._visitors = people, random, pace, visitors
        self._croupiers = croupiers_of(table)
        self._day: DayAtTable | None = None
        self._guests: Guests
        self._seen = 0
        """The coup whose players have had their turn: choices about stakes that stay, and acts between coups."""
        self._kept_at: datetime | None = None
        """Time of the last check of people and equipment at the table."""
        self._settled = 0
        """The last coup whose players have made their choices."""
        self._late = 0
        """The last coup in which somebody was late."""

    def look(self, now: datetime) -> float:
        """Do the next thing at the table and return the seconds until the next look.

        A refusal or a conflict means that somebody else acted first, so the thing is dropped.
        """
        try:
            day = self._at(now)
            if day is None:
                return CLOSED_S
            day.pause = 0.0
            return max(self._next(day), day.pause)
        except (Refused, ConcurrencyError) as refused:
            log.info("table %s: %s", self.table.code, refused)
            return NOTHING_TO_DO_S

    def _at(self, now: datetime) -> DayAtTable | None:
        """The table's open day, read on to its end; a new one is opened when its time has come. None while it is
        closed."""
        today = gaming_day(CASINO_ID, now).isoformat()
        state = newest_state(CASINO_ID, self.table.code)
        if state is None or (state.phase == "closed" and state.day < today):
            for line in open_table(self.table, now):
                log.info("%s", line)
            state = newest_state(CASINO_ID, self.table.code)
        if state is None or state.phase == "closed":
            return None
        if self._day is None or self._day.day != state.day:
            self._sit_down(state.day, state.rulebook, state.rulebook_version, state.wheel, now)
        assert self._day is not None
        self._day.now = now
        self._day.catch_up()
        return self._day

    def _sit_down(self, day: str, rulebook_id: str, version: int, wheel: str, now: datetime) -> None:
        """The day's players are the same whenever the house is started."""
        rulebook = get_rulebook(rulebook_id, version)
        self._day = DayAtTable(
            self.table.code,
            day,
            rulebook,
            now,
            people=self._people,
            reliefs=self._croupiers,
            pace=self._pace,
            wheel_serial=self.table.wheel_serial,
        )
        random = Random(f"{self.table.code}/{day}")
        # The screens call a seat by its colour, so its player asks for that one.
        players = tuple(
            replace(each, colour=colour_of_chips(each.seat) or "")
            for each in bettors(random, seats=random.randint(*PLAYERS))
        )
        self._guests = Guests(players, Choices(rulebook, wheel))
        self._seen = self._late = self._settled = 0

    def _next(self, day: DayAtTable) -> float:
        if self._kept_at is None or day.passed(self._kept_at) >= KEPT_EVERY_S:
            self._kept_at = day.now
            self._keep_house(day)
        if day.state.direction.suspension is not None:
            return NOTHING_TO_DO_S
        if give_up_lost_ball(day):
            return NOTHING_TO_DO_S
        if day.day < gaming_day(CASINO_ID, day.now).isoformat():
            return self._end_the_day(day)
        return self._visitors_turn(day) if self._visitors else self._play(day)

    # ---- what is due whatever is played

    def _keep_house(self, day: DayAtTable) -> None:
        """Books, rota and ball; at a table that is played the slips, violations and doubts as well."""
        _each(
            lambda: explain_forced_close(day),
            lambda: self._books(day),
            lambda: plan_ahead(day, self._croupiers, by=self._people.actor("pit-boss")),
            lambda: hand_over(day, recorded_rota(CASINO_ID, date.fromisoformat(day.day))),
            lambda: self._relieve_in_time(day),
        )
        if day.state.phase not in ("launched", "bets_closed"):
            _each(lambda: change_ball(day, self._random, True))
        if not self._visitors:
            _each(
                lambda: see_to_slips(day, self._people),
                lambda: end_slips(day),
                lambda: count_boxes(day, self._people),
                lambda: answer_violations(day, self._people),
            )

    def _books(self, day: DayAtTable) -> None:
        """The opening of a day that was cut short."""
        if float_is_due(day.state):
            count_at_the_opening(day)
        elif float_differs(day.state):
            day.must(c.ExplainVariance(reason="not counted in chips before", signatures=SIGNED), PIT_BOSS)
        elif not day.state.cash.removed:
            place_first_box(day)

    def _relieve_in_time(self, day: DayAtTable) -> None:
        rule, since = day.rulebook.time_at_ball, day.state.spinner_since
        if rule is None or since is None or day.state.phase in ("launched", "bets_closed"):
            return
        if (day.now - since).total_seconds() > rule.at_most_s - LATE_AT_THE_BALL_S:
            relieve(day, self._random, True)

    # ---- play

    def _play(self, day: DayAtTable, *, last: bool = False) -> float:
        """Do the next thing of the coup and return the seconds until the next look. No new bets are placed if it is the
        `last`.
        """
        state, plan = day.state, plan_of(day.table, day.day, day.state.coup)
        if (state.doubted or state.discrepancies or state.void or state.number_doubts) and (
            day.passed(day.last_at) < A_PERSON_LOOKS_S or settle_doubts(day)
        ):
            return NOTHING_TO_DO_S
        if state.phase == "idle":
            return self._between_coups(day)
        if state.payments_open:
            if self._settled != state.coup and not state.course.paid:
                self._settled = state.coup
                before_payment(day, self._random, breaks_rule=breach_is_due(day))
            return pay(day, self._random, plan)
        if state.phase == "betting":
            return self._bets(day, plan, last=last)
        if state.course.hangs_since is not None and day.passed(state.course.hangs_since) > A_PERSON_LOOKS_S:
            day.must(c.FreeBall())
        late = self._late == state.coup
        if plan.late_bet and state.phase == "bets_closed":
            self._late = state.coup
        return while_the_ball_runs(day, self._random, self._guests, plan, self.wheel, late=late)

    def _bets(self, day: DayAtTable, plan: CoupPlan, *, last: bool) -> float:
        if self._seen != day.state.coup:
            self._between_coups(day)
        if day.state.change.serving is not None and day.passed(day.last_at) > A_PERSON_LOOKS_S:
            pay_change_out(day)
        if last:
            return launch(day, self.wheel)
        return lay_bets(day, self._random, self._guests, plan, self.wheel)

    def _between_coups(self, day: DayAtTable) -> float:
        """Do the things between two coups, once a coup. Return the seconds until the next look.

        Bets open by the wheel, or by hand if it is silent.
        """
        if self._seen != day.state.coup or day.state.phase == "idle":
            _each(lambda: pay_change_out(day))
        if self._seen != day.state.coup:
            self._seen = day.state.coup
            _each(
                lambda: take_up(day),
                lambda: change_full_box(day),
                lambda: see_to_float(day, MANY_COUPS),
                lambda: dispute(day, self._random, self._random.choice(self._guests.players)),
                *(lambda each=each: each(day, self._random, True) for each in OF_EACH_COUP),
                # Chips of a colour would not be worth the new minimum.
                *([] if day.state.colours.in_play else [lambda: change_limits(day, self._random, True)]),
            )
        since = day.state.phase_since
        waits = day.state.phase == "idle" and not is_last_coup_played(day.state)
        if waits and since is not None and day.passed(since) > OPENS_BY_ITSELF_S:
            day.must(c.AnnounceBetsOpen())
        return NOTHING_TO_DO_S

    # ---- the visitor's table, and the end of a day

    def _visitors_turn(self, day: DayAtTable) -> float:
        """Launch the ball after the visitor's bet or after the bets closed; leave everything else to the visitor.

        Return the seconds until the next look.
        """
        calm = day.passed(day.last_at) > BEFORE_THE_VISITORS_LAUNCH_S
        by_hand = day.state.phase in ("launched", "bets_closed")
        if not day.ball_runs and (by_hand or (day.state.phase == "betting" and laid_now(day) and calm)):
            return launch(day, self.wheel)
        return NOTHING_TO_DO_S / 2

    def _end_the_day(self, day: DayAtTable) -> float:
        """The gaming day is over: its coup is played and paid, the float is counted, and the table closes."""
        if self._visitors and day.passed(day.last_at) < VISITOR_IS_AWAY_S:
            return self._visitors_turn(day)
        rule, state = day.rulebook.last_coup, day.state
        runs = state.phase in RUNNING
        if rule is not None and state.coup and state.direction.last_coup is None:
            unless_refused(lambda: day.must(c.AnnounceLastCoup()))
            return NOTHING_TO_DO_S
        to_be_played = rule is not None and state.coup and not _is_played(day)
        if (
            state.phase not in ("idle", "betting")
            or laid_now(day)
            or state.payments_open
            or (to_be_played and runs)
        ):
            return self._play(day, last=True)
        if to_be_played:
            day.must(c.AnnounceBetsOpen())
            return NOTHING_TO_DO_S
        _each(lambda: pay_change_out(day), lambda: end_what_waits(day, self._random, True))
        if day.state.slips.open:
            return NOTHING_TO_DO_S
        count_and_close(day, TipBox(NO_SHIFTS))
        log.info("%s is closed for %s", day.table, day.day)
        return NOTHING_TO_DO_S


def _is_played(day: DayAtTable) -> bool:
    played = day.state.last_coup
    last = day.state.direction.last_coup
    return last is not None and played is not None and played.coup >= last


def _each(*actions: Callable[[], object]) -> None:
    """Run the actions one after the other; a refused one does not stop the others."""
    for action in actions:
        unless_refused(action)
