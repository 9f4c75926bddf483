"""Usual course of a coup: bets opened and closed, observed launch, number and payment."""

from typing import Any

from casino.compliance.declared.day import DayEvent
from casino.compliance.declared.entry import Entry, Words, usual
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import word
from tables.play import events as e

COUP = _("Coup")
LAUNCH = _("Launch")
PAYMENT = _("Payment")
READER = _("Reader")


def _opened(r: DayEvent) -> str:
    if r.event.closes_at is not None:
        return r.sentence(_("bets are open for coup {coup} until {closes_at:second}"))
    return r.sentence(_("bets are open for coup {coup}"))


def _closed(r: DayEvent) -> str:
    by_clock = _("rien ne va plus in coup {coup}: the time of the round was over")
    return r.sentence(by_clock if r.event.source == "clock" else _("rien ne va plus in coup {coup}"))


def _directions(r: DayEvent) -> str:
    seen = [r.sentence(_("launch {launch} of coup {coup}"))]
    if r.event.rotor_direction is not None:
        seen.append(r.sentence(_("wheel {direction}"), direction=word("direction", r.event.rotor_direction)))
    if r.event.ball_direction is not None:
        seen.append(r.sentence(_("ball {direction}"), direction=word("direction", r.event.ball_direction)))
    return ", ".join(seen)


def _by_hands(words: str) -> Words:
    """With who raked in the losing chips and who paid, where that is recorded."""

    def made(r: DayEvent) -> str:
        hands = (
            (r.event.raked_by, _("{raked_by.name} raked")),
            (r.event.paid_by, _("{paid_by.name} paid")),
        )
        return "; ".join([r.sentence(words), *(r.sentence(did) for person, did in hands if person)])

    return made


def _prizes_paid(r: DayEvent) -> str:
    words = _by_hands(_("coup {coup}: paid {refs:stakes}"))
    assert not isinstance(words, str)
    return words(r) + (r.sentence(_("; still unpaid before it: {ahead:stakes}")) if r.event.ahead else "")


NUMBER = usual(_("Number"), _("{number:number} fell in coup {coup}: {announcement}"))
READER_LIVE = usual(READER, _("the reader {reader} is live"))
"""The end of an outage is on the line of its beginning."""
WITNESS_GAVE = usual(READER, _("the witness {reader} gives {number:number} for coup {coup}"))

ENTRIES: dict[type[Any], Entry] = {
    e.BetsOpened: usual(COUP, _opened),
    e.DirectionsSeen: usual(LAUNCH, _directions),
    e.BetsClosed: usual(COUP, _closed),
    e.TurnsCounted: usual(LAUNCH, _("launch {launch} of coup {coup}, full turns of the ball: {turns}")),
    e.LosersCleared: usual(PAYMENT, _("the losing chips of coup {coup} are off the cloth")),
    e.PrizesPaid: usual(PAYMENT, _prizes_paid),
    e.PaymentsConfirmed: usual(PAYMENT, _by_hands(_("coup {coup} paid"))),
    e.RotorStarted: usual(READER, _("the reader {reader} sees the wheel turn for the next coup")),
}
