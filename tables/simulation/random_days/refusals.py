"""Which refusals need no clause, and which facts cannot have happened: short lists, with the why of each.

All else that is refused comes from a rule: a request is refused by a clause of the table's rulebook, and a fact is
recorded, its breach beside it.
"""

import re
from collections.abc import Mapping

from tables.play import commands as c
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

NO_CLAUSE: Mapping[str, tuple[str, ...]] = {
    "there is no open day to say it of": (
        r"the table is not open",
        r"\w+ was closed for ",
        r"\w+ was already opened on ",
    ),
    "the rulebook says nothing of it, so nothing can be done by it": (
        r".* has no rule on ",
        r".* gives no player a colour",
        r"this table has no seats with a balance",
        r"this rulebook lets nobody stay at the ball",
    ),
    "it names what is not there": (
        r"bet .* does not lie on the cloth",
        r"ball .* is not one of this table's",
        r"ball .* is in play, but the table has ",
        r"ball .* is there more than once",
        r"a wheel of .* numbering",
        r"no two numbers stand against each other",
        r"no number of coup -?\d+ waits to be confirmed",
        r"-?\d+ was not reported by anybody for coup ",
        r"the decision needs its reason",
    ),
    "the day's books cannot be closed on it, under whatever rules": (
        r"two numbers are reported for coup ",
        r"payments of coup .* are still open",
        r"\d+ bets? lies? on the cloth; play the coup or withdraw",
        r"coup \d+ is running; the table closes between coups",
    ),
    "fills and credits are the house's own": (
        r"(a|a closing) (fill|credit)( |, |:)",
        r"(fill|credit) \S+ is (received|handed over): ",
        r"[slip ]*\S* is (not open at this table|voided|no (fill|credit)'s|open: receive)",
        r"slip \S+ (was asked for before|has whole chips)",
        r"slip \S+(, series .*)?: ",
        r"the chips of \S+ come back: ",
        r".* is no slip's number: ",
        r"slip without a number is not open",
    ),
    "the count of held chips is the house's own": (
        r"the chips of held stake \S+ are counted",
        r"held stake \S+(, series .*)? (has whole chips|is |has )",
        r"held stake \S+, series ",
        r"held stake \S+: ",
    ),
    "cash, drop boxes and tips are the house's own": (
        r"cash is corrected",
        r"box .+ (is|has) ",
        r"tips of ",
        r"tips are counted of a shift",
    ),
    "a close under pressure is the house's own": (
        r"a close under pressure",
        r"(no|the) close under pressure ",
        r"\S+ was closed under pressure with ",
    ),
    "what was paid otherwise than worked out is the house's own": (
        r".* is no difference in payments that waits",
        r"the decision of x\d+: ",
        r"x\d+ is decided",
        r"x\d+: .* too (much|little) was paid",
        r"x\d+.*: the direction decides what was paid otherwise",
    ),
    "the count of the float is the house's own": (
        r"the float (is|was) counted ",
        r"(no|the) difference of the float ",
        r"the count of the float(, series .*)?: ",
        r"the count of the float is signed by two people",
        r"the closing count (was made|stands no more)",
        r"coup \d+ (was opened already|is running): the float is counted ",
    ),
}
"""What a request may be refused for without a clause."""

SILENT: Mapping[str, tuple[type[c.Command], ...]] = {
    "suspension": (
        c.SuspendTable,
        c.NotifyControl,
        c.PlaceBet,
        c.AnnounceBetsOpen,
        c.AcceptLateBet,
        c.MoveBet,
        c.ConfirmBets,
        c.ReplayBet,
        c.ChoosePrison,
        c.ChangeLimits,
        c.AnnounceLastCoup,
    ),
    "last_coup": (
        c.AnnounceLastCoup,
        c.RevokeLastCoup,
        c.AnnounceBetsOpen,
        c.PlaceBet,
        c.MoveBet,
        c.WithdrawBet,
        c.ReplayBet,
    ),
    "disputes": (c.DecideDispute, c.CloseTable),
    "ball_change": (c.ReplaceBall,),
    "held": (c.CountHeld, c.ClaimHeld, c.PayIn, c.EndHeld),
}
"""Sections of a rulebook, and what is the house's own where there is no such section: refused without a clause."""

CANNOT_BE: Mapping[str, tuple[str, ...]] = {
    "there is no open day to say it of": NO_CLAUSE["there is no open day to say it of"],
    "the table has no such thing": (
        r".* has no rule on ",
        r".* gives no player a colour",
        r"this table is played with face-value chips only",
        r"no colours of chips are registered for ",
        r"this rulebook puts no displaced bets back",
        r"-?\d+ is not on this wheel",
        r"ball .* is not one of this table's",
        r"position .*: the table has ",
        r"layout -?\d+: this ",
        r".*: there is no such deadline",
        r"no colour: the table has |\w+: the table has ",
        r"advance .* is not open",
        r".* is no receipt of this table",
        r"series .* has not ended",
        r".* is no reason for a null coup",
        r".* is no basis here",
        r"chips with the symbol .* are foreign",
    ),
    "it was not so in that coup": (
        r"no number of coup -?\d+ is at hand",
        r"coup -?\d+ has not been played today",
        r"coup -?\d+ has no payments open",
        r"coup \d+ is not the last that has its number",
        r"bet .* did not lie ",
        r"bet .* (wins no prize|was played again)",
        r"the prize of bet .* is paid",
        r"nobody claimed the win of bet ",
        r"bets .* are not one line of the payout sheet",
        r"what was paid otherwise is said of one line of the payout sheet",
        r"bet .* is ticked off as paid",
        r".* is what was worked out for bet ",
        r"bet .*: an announced bet is put back as an announced bet",
        r"bet .* is in prison, and .* is no even chance",
        r"bets are put back while their coup is being paid",
    ),
    "nothing is paid before it is certain on which number": (
        r"\d+(, \d+)* and \d+ are (both|all) reported for coup ",
        r"\d+ in coup \d+ is not certain",
    ),
    "it is not all of it, or no amount, or lacks its reason": (
        r"the prizes of .* are not ticked off",
        r"what was paid is an amount of nothing or more",
        r"bet .* is paid otherwise than worked out",
    ),
    "no ball ran, no coup did": (
        r"no ball (runs|ran) ",
        r"no coup is running that could be null",
        r"a ball makes no turns",
    ),
    "it is another fact": (
        r"bets are not open: chips that are found on the cloth now are a late bet",
        r"bets of coup \d+ are open: no chip is late",
        r"no coup was opened today that a chip could be too late for",
        r".* is in nobody's play .*: its chips are late",
    ),
    "more was repaid than was open": (r"\S+ \w+ repaid of advance ",),
    "it says nothing, or is nobody's": (
        r".* is (handed in for change|wanted for it): say how many pieces|nothing is ",
        r'".*": a player\'s name begins and ends without blanks',
        r"change needs its player",
        r"a claim says what was not right",
        r"cash is taken",
        r"a dispute says what it is about",
        r"a late bet has chips of some value",
        r"chips of an old series (are worth|come from)",
        r"foreign chips come from somebody",
        r"say how many chips were handed back",
        r"a win that nobody claims is one of the payout sheet",
        r"-?\d+ results",
    ),
}
"""What a fact is refused for."""

WHERE_NO_CHIP_LIES = (c.FindExcess, c.ReconstituteBets)
"""Facts of chips on the cloth: whether such chips can lie so is judged as of those that are laid, without limits."""


def check_refusal(command: c.Command, refusal: Refused, rulebook: Rulebook) -> None:
    """Fails unless the refusal names a clause of the rulebook, or is one that needs none; and of a fact, unless it
    cannot have happened."""
    assert refusal.detail.strip()
    assert refusal.clause is None or refusal.clause in rulebook.clauses, (
        f"{rulebook.id} has no {refusal.clause}"
    )
    if isinstance(command, c.Fact):
        assert _found(refusal, CANNOT_BE) or _no_chip_lies_so(command, refusal), _said(command, refusal)
    elif refusal.clause is None:
        silent = any(
            getattr(rulebook, section) is None and isinstance(command, kinds)
            for section, kinds in SILENT.items()
        )
        assert silent or _found(refusal, NO_CLAUSE), _said(command, refusal)


def _no_chip_lies_so(command: c.Command, refusal: Refused) -> bool:
    return isinstance(command, WHERE_NO_CHIP_LIES) and refusal.clause is not None


def _found(refusal: Refused, patterns: Mapping[str, tuple[str, ...]]) -> bool:
    return any(re.match(each, refusal.detail) for those in patterns.values() for each in those)


def _said(command: c.Command, refusal: Refused) -> str:
    return f"{type(command).__name__}: {refusal.detail} ({refusal.clause or 'no clause'})"
