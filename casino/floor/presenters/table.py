"""Everything that a table's page shows, from the table's state, its rulebook and the clock."""

from collections.abc import Collection, Set
from datetime import datetime
from functools import lru_cache

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from casino.floor.presenters.announcements import refusals
from casino.floor.presenters.answer import Answer
from casino.floor.presenters.cash import cash_presenter
from casino.floor.presenters.change import change_presenter
from casino.floor.presenters.cloth import (
    bets_in_words,
    drawn_exposure,
    exposure,
    laid_beside,
    lays_beside,
    stakes_to_lift,
    worst_in_words,
)
from casino.floor.presenters.colours import colours_presenter
from casino.floor.presenters.corrections import corrections_presenter
from casino.floor.presenters.coup import (
    coup_presenter,
    launch_directions,
    on_cloth,
    proposed_null_reason,
)
from casino.floor.presenters.direction import direction_presenter
from casino.floor.presenters.first_coup import first_coup
from casino.floor.presenters.float_count import float_presenter
from casino.floor.presenters.held import held_presenter
from casino.floor.presenters.limits import groups, limits_presenter, sums_under_minimum
from casino.floor.presenters.live_seats import live_seats_presenter
from casino.floor.presenters.next_step import confirm_number, next_step, phase_strip
from casino.floor.presenters.payments import SheetPresenter, unpaid
from casino.floor.presenters.players import players_at_cloth
from casino.floor.presenters.prison import prison_choices, stakes_in_prison
from casino.floor.presenters.reader import (
    doubted_coup,
    number_waits,
    reader_messages,
    reader_standing,
)
from casino.floor.presenters.several_readers import disputed_numbers, reading_of_results
from casino.floor.presenters.staff import staff_presenter
from casino.floor.presenters.tile import tile
from casino.floor.presenters.wheel import drawn_wheel
from casino.kit.clauses import cited
from casino.kit.cloth.chips import chips, lying_bets
from casino.kit.cloth.drawing import Place, Square, places, square
from casino.kit.drawn_number import drawn
from casino.kit.hand import hand
from casino.kit.limits import announced_rows, limits_in_force
from casino.kit.sentences import TableNames, sentence_of
from tables.handling.models import GamingTable
from tables.play.betting.questions import is_late, is_new_bet, may_withdraw, takes_bets
from tables.play.commands import CloseTable
from tables.play.day.questions import left_open, to_be_done
from tables.play.staff.questions import known_at
from tables.play.state import State
from tables.roulette.announcements import announce_multiples
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook


class RulesNamed(msgspec.Struct, frozen=True, kw_only=True):
    """The page's own words about its rulebook; everything else is in the shown parts."""

    id: str
    version: int
    language: str
    announce_language: str


def table_context(
    table: GamingTable,
    state: State,
    rulebook: Rulebook,
    now: datetime,
    *,
    sees: Set[str],
    sheet: SheetPresenter | None = None,
    answer: Answer | None = None,
    owned: Collection[int] = (),
) -> dict[str, object]:
    """The page of an open table for somebody who `sees` these kinds of content. `sheet` is its last coup's payout
    sheet, `answer` that to a command, `owned` the values that there are chips of, where that is known."""
    laid, won_by = on_cloth(state, rulebook)
    running = state.phase in ("betting", "launched", "bets_closed")
    exposed = exposure(state, rulebook, sees) if running else ()
    to_pay = sheet.to_pay if sheet and sheet.sheet.coup == state.coup else ""
    takes = takes_bets(state, rulebook)
    names = TableNames(rulebook, state)
    proposed = proposed_null_reason(state, rulebook)
    free = frozenset(bet.ref for bet in state.bets if may_withdraw(state, bet, rulebook))
    lying = lying_bets(state.bets, rulebook, state.wheel, free=free)
    doubted = doubted_coup(state)
    next_ = next_step(state, rulebook, to_pay, proposed=proposed)
    return {
        "tile": tile(table, state, rulebook, now),
        "rulebook": RulesNamed(
            id=rulebook.id,
            version=rulebook.version,
            language=rulebook.language,
            announce_language=rulebook.announce_language,
        ),
        "reader": reader_standing(state),
        "reader_messages": reader_messages(state, takes_over=table.witness_takes_over),
        "title": _title(table, state),
        "day": state.day,
        "version": state.version,
        "currency": state.currency,
        "announcement": state.announcement,
        "multiples": _multiples(state, rulebook),
        "phases": phase_strip(state),
        "next": next_,
        "first_coup": first_coup(state, rulebook),
        "wheel": drawn_wheel(state, rulebook),
        "directions": launch_directions(state, rulebook),
        "running": running,
        "hand": hand(state, rulebook, laid, owned),
        "chips": chips(
            laid,
            rulebook,
            state.wheel,
            won_by,
            new=[bet.ref for bet in laid if won_by is not None and is_new_bet(state, bet.ref)],
        ),
        "lays_beside": lays_beside(rulebook),
        "beside": laid_beside(laid, rulebook, state.wheel, won_by),
        "exposure": drawn_exposure(exposed, rulebook.currency),
        "worst": worst_in_words(exposed, state.bets, rulebook.currency)
        if running and "payouts" in sees
        else "",
        "bets": lying,
        "bets_of": _bets_of(state, running=running),
        "takes_bets": takes,
        "bet_hint": _bet_hint(rulebook),
        "lifted": stakes_to_lift(state, rulebook),
        "players": players_at_cloth(state, rulebook),
        "last_bet": next((bet for bet in lying if not bet.level and not bet.lies_on), None)
        if takes
        else None,
        "prison": prison_choices(state, rulebook, sees),
        "under_minimum": sums_under_minimum(state, rulebook, lying),
        "disputed_numbers": disputed_numbers(state.discrepancy, rulebook),
        "reading_of_results": reading_of_results(rulebook) if state.discrepancy else None,
        "waiting": number_waits(state),
        # Between coups a past coup's number is confirmed as the next step itself.
        "doubt": confirm_number(doubted) if doubted and running and not state.doubted else None,
        # The coup that the keypad gives the number of, where it is not the one at hand.
        "number_coup": next_.values.get("coup", "") if next_ else "",
        "sheet": sheet,
        "unpaid": unpaid(state, sheet),
        # The sheet that a live update fetches again; without it that of the newest coup.
        "sheet_kept": sheet.sheet.coup if sheet and sheet.sheet.coup in state.payments_open[:-1] else None,
        "limits": limits_presenter(state, rulebook),
        "announced_limits": announced_rows(limits_in_force(state, rulebook), rulebook, state.wheel),
        "groups": groups(state, rulebook),
        "direction": direction_presenter(state, rulebook),
        "refusals": refusals(state, rulebook),
        "float": float_presenter(state, rulebook, sees),
        "corrections": corrections_presenter(state, rulebook, answer),
        "change": change_presenter(state, rulebook, sees, owned),
        "cash": cash_presenter(state, rulebook, sees),
        "held": held_presenter(state, rulebook, sees, answer),
        "null_reasons": rulebook.null_coup.reasons,
        "null_reason": proposed,
        "course": coup_presenter(state, rulebook, answer, lying),
        "handed_on": _handed_on(state),
        # Closing blockers, and the blockers that an emergency close would leave open.
        "to_be_done": tuple(sentence_of(each, names) for each in to_be_done(state, rulebook)),
        "left_open": tuple(sentence_of(each, names) for each in left_open(state, CloseTable(), rulebook)),
        "forced_close": state.direction.forced_close,
        "left_by_force": tuple(sentence_of(each, names) for each in state.direction.forced_close.left)
        if state.direction.forced_close
        else (),
        "other_balls": tuple(ball.name for ball in state.balls if ball.name != state.ball),
        "ball_change_clause": _ball_change_clause(rulebook),
        "staff": tuple((person.id, person.name) for person in known_at(state)),
        "spinner_id": state.spinner.id if state.spinner else "",
        "spinner_name": state.spinner.name if state.spinner else "",
        "roster": staff_presenter(state, rulebook),
        "colours": colours_presenter(state, rulebook, sees),
        "live": live_seats_presenter(state, rulebook),
        "pad": number_pad(rulebook),
        "answer": answer,
        "refused_at": _refused_at(answer, rulebook),
        # The replay of the form is no longer on the sheet, so its answer has no place there.
        "replay_gone": _replay_gone(answer, sheet),
        "late_chip": is_late(state, rulebook),
        "marker": _marker(state, rulebook),
    }


def _multiples(state: State, rulebook: Rulebook) -> str:
    """The winning multiple combinations, to be listed after the number while its coup is paid; empty where none won."""
    if state.phase != "paying" or state.number is None:
        return ""
    bets = (parse_bet(bet.bet, rulebook, wheel=state.wheel) for bet in state.settled_bets)
    return announce_multiples(rulebook, state.number, bets) or ""


def _bet_hint(rulebook: Rulebook) -> str:
    """Return examples of bets in words, of kinds that this rulebook takes."""
    known = {"finale": "finale 7", "tiers": "tiers", "complete": "complete 17"}
    announced = next((words for kind, words in known.items() if kind in rulebook.announced), "")
    return gettext("Or in words: {bets}").format(bets=", ".join(filter(None, (announced, "cheval 17-20"))))


def _title(table: GamingTable, state: State) -> str:
    text = gettext("{table}, double") if state.double else gettext("{table}, single")
    return text.format(table=table.name)


def _marker(state: State, rulebook: Rulebook) -> Square | None:
    """Return the square of the last number on the cloth, while it is marked there (pt-americana/23, pt-francesa/15)."""
    last = state.last_coup
    if last is None or (state.phase not in ("paying", "idle") and last.coup not in state.payments_open):
        return None
    return square(last.number, rulebook)


def _bets_of(state: State, *, running: bool) -> str:
    if not state.bets:
        return gettext("Bets")
    if running:
        return gettext("Bets, {count}").format(count=len(state.bets))
    bets = bets_in_words(len(state.bets))
    return gettext("For coup {coup}: {bets}").format(coup=state.coup + 1, bets=bets)


def _handed_on(state: State) -> str:
    """Return the words for the stakes in prison and the safekeeping that a closing now would hand to the next day."""
    bound = sum(1 for bet in state.bets if bet.level)
    held = len(state.held.items)
    parts = [stakes_in_prison(bound)] if bound else []
    parts += [gettext("{count} held that nobody claimed").format(count=held)] if held else []
    return gettext(" and ").join(parts)


def _ball_change_clause(rulebook: Rulebook) -> str:
    rule = rulebook.ball_change
    return cited(rulebook, rule.clause) if rule and rule.announced else ""


def _refused_at(answer: Answer | None, rulebook: Rulebook) -> Place | None:
    if answer is None or not answer.refused or answer.place != "place-bet":
        return None
    return next((place for place in places(rulebook) if place.code == answer.entered.get("bet")), None)


def _replay_gone(answer: Answer | None, sheet: SheetPresenter | None) -> bool:
    if answer is None or answer.place != "replay-bet":
        return False
    ways = sheet.ways.get(answer.entered.get("ref", ""), ()) if sheet else ()
    return answer.entered.get("replay") not in {way.kind for way in ways}


AS_ON_THE_CLOTH = tuple(row + place for row in range(0, 36, 3) for place in (3, 2, 1))
"""The numbers but zeros column by column, the highest of each row above, as the drawn cloth has them."""


@lru_cache(maxsize=16)
def number_pad(rulebook: Rulebook) -> SafeString:
    """The pad's choices, each number in its colour."""
    numbers = [drawn(number, rulebook) for number in (*rulebook.zeros, *AS_ON_THE_CLOTH)]
    return render_to_string("floor/_number_pad.html", {"numbers": numbers})
