"""Working out bets without a table: a request document in, the answer document out, as published.

The same for the command line and the API. Everything that is wrong with a request is one Problem that names the
place in the document and the rule.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from django.utils.translation import gettext
from msgspec.structs import replace

from casino.api.settlement.limits import LimitCheck
from casino.api.settlement.replays import Fallen, PlacedReplay, offers, play_again
from casino.api.settlement.seats import (
    check_chip,
    check_groups,
    check_layout,
    check_name,
)
from casino.api.settlement.texts import readable_document
from casino.kit.sentences import notes_in_words
from casino.web.decoding import misread
from casino.web.problem import Problem
from tables.play.betting.repetition import check_repeated
from tables.refusal import Refused
from tables.roulette.bets import made_of, parse_bet
from tables.roulette.payout.bound_stake import MOVE, ChoiceRefused
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Coup, Line
from tables.roulette.rulebook import Repeater, Rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import WrittenPocket, as_data, not_on_wheel, read

Name = Annotated[str, msgspec.Meta(min_length=1)]
Amount = Annotated[int, msgspec.Meta(ge=1)]
Currency = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}\Z")]
"""Any ISO 4217 code. It names the currency of the amounts and decides nothing: see docs/settlement.md."""


SPOKEN = ("called", "repeated")
"""Fields of a requested bet about its way onto the cloth, not about the stake itself."""


class RequestPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the request's parts: closed to keys that nothing reads."""


class RequestedBet(RequestPart, frozen=True, kw_only=True):
    """Bet of a request: `bet` in any code or name, `amount` in minor units (of an announced bet in total).

    `player` places the bet for the player `on_behalf_of`. `chip` is the value of one chip in minor units, `layout` the
    layout of a double table. `called` marks a bet that the player called out. Such a bet counts once all required
    people have `repeated` it.
    """

    ref: Name
    player: Name
    bet: Name
    amount: Amount
    excess: bool = False
    distance: Annotated[int, msgspec.Meta(ge=0)] | None = None
    on_behalf_of: Name | None = None
    chip: Amount | None = None
    layout: Annotated[int, msgspec.Meta(ge=1)] = 1
    called: bool = False
    repeated: tuple[Repeater, ...] = ()


class RequestedChoice(RequestPart, frozen=True, kw_only=True):
    """The choice of the owner of `ref` after coup number `coup` (from 1) has put it in prison."""

    coup: Annotated[int, msgspec.Meta(ge=1)]
    ref: Name
    choice: Name


class RequestedReplay(RequestPart, frozen=True, kw_only=True):
    """The announced bet `ref`, won in coup number `coup` (from 1), is played again in the way `replay`."""

    coup: Annotated[int, msgspec.Meta(ge=1)]
    ref: Name
    replay: Name


class Request(RequestPart, frozen=True, kw_only=True):
    """The whole request. `results` are consecutive coups; all bets are placed before the first. `chips` are the values
    of the table's own chips: with a minimum, every stake is a sum of them, or of the rulebook's where none are given.

    Without `replays` and `offer_replays` the answer leaves replays out.
    """

    bets: tuple[RequestedBet, ...]
    results: tuple[WrittenPocket, ...]
    choices: tuple[RequestedChoice, ...] = ()
    replays: tuple[RequestedReplay, ...] | None = None
    offer_replays: bool = False
    currency: Currency | None = None
    minimum: Amount | None = None
    maximums: dict[str, Any] | None = None
    chips: tuple[Amount, ...] = ()
    companies: tuple[tuple[Name, ...], ...] = ()


class PlacedChoice(NamedTuple):
    """A choice, and its place in the request."""

    place: str
    choice: str


def settle_request(document: Any, rulebook: Rulebook) -> dict[str, Any]:
    """Return the answer to a request document (JSON as Python values). Raises Problem."""
    request = _shaped(readable_document(document), Request, "")
    check = _limit_check(rulebook, request)
    check_groups(rulebook, request.companies)
    stakes = _stakes(rulebook, request, check)
    choices = _choices_by_coup(request)
    replays = _replays_by_coup(request)
    refs = {bet.ref for bet in request.bets}
    coups = []
    for turn, result in enumerate(request.results, start=1):
        number = _pocket(rulebook, result, turn)
        coup = _settle(rulebook, stakes, number, choices[turn], check=check)
        fallen = Fallen(turn, number, stakes, coup.kept)
        document = _coup_document(coup)
        if request.offer_replays:
            document["open_replays"] = [offer.document() for offer in offers(rulebook, fallen, check)]
        again, replayed = play_again(rulebook, fallen, replays[turn], check, refs)
        if request.replays is not None:
            document["replays"] = replayed
        coups.append(document)
        stakes = (*coup.kept, *again)
    return {"rulebook": rulebook.id, "version": rulebook.version, "coups": coups}


def _pocket(rulebook: Rulebook, result: int | str, turn: int) -> int:
    """Return the pocket of a result. Raises Problem for 00 where no wheel of the rulebook has it."""
    number = read(result)
    if number is None or number not in rulebook.numbers:
        clause = rulebook.wheels[rulebook.first_wheel].clause
        refused = not_on_wheel(result, rulebook.numbers, clause)
        raise Problem.refused(f"results[{turn - 1}]", refused)
    return number


def _settle(
    rulebook: Rulebook,
    stakes: Sequence[Stake],
    number: int,
    chosen: dict[str, PlacedChoice],
    *,
    check: LimitCheck,
) -> Coup:
    """One coup; a choice that is not open there is a Problem at its place in the request."""
    try:
        coup = settle_coup(
            rulebook,
            stakes,
            number,
            {ref: choice for ref, (_, choice) in chosen.items()},
            limits=check.sign,
            groups=check.groups,
        )
    except ChoiceRefused as refusal:
        raise Problem.refused(chosen[refusal.ref].place, refusal) from None
    if any(choice.startswith(MOVE) for _, choice in chosen.values()):
        bound = settle_coup(rulebook, stakes, number, limits=check.sign, groups=check.groups).kept
        _check_moves(bound, {stake.ref: stake.bet for stake in coup.kept}, chosen, check)
    return coup


def _check_moves(
    bound: Sequence[Stake], moved_to: Mapping[str, str], chosen: Mapping[str, PlacedChoice], check: LimitCheck
) -> None:
    """Raise Problem for a stake in prison that moves to more than the maximum (it-campione/6), choice by choice in the
    order of the request. `bound` are the stakes in prison before the choices, `moved_to` their bets after them."""
    lying = {stake.ref: stake for stake in bound}
    for ref, (place, choice) in chosen.items():
        if ref not in moved_to:
            lying.pop(ref, None)
            continue
        moved = replace(lying[ref], bet=moved_to[ref])
        if choice.startswith(MOVE) and moved.bet != lying[ref].bet:
            others = check.after(stake for stake in lying.values() if stake.ref != ref)
            try:
                others.check_maximum(moved)
            except Refused as refusal:
                raise Problem.refused(place, refusal) from None
        lying[ref] = moved


def _coup_document(coup: Coup) -> dict[str, Any]:
    return {
        "number": as_data(coup.number),
        "colour": coup.colour,
        "lines": _line_documents(coup.lines),
        "order": list(coup.order),
    }


def _line_documents(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Return the lines, their notes in words."""
    documents: list[dict[str, Any]] = msgspec.to_builtins(lines)
    for document, line in zip(documents, lines, strict=True):
        for each, of in ((document, line), *zip(document.get("chips", ()), line.chips, strict=True)):
            if each.pop("notes", None):
                each["note"] = notes_in_words(of.notes)
    return documents


def _stakes(rulebook: Rulebook, request: Request, check: LimitCheck) -> Sequence[Stake]:
    """Return the bets before the first coup, each legal, divisible and within the limits."""
    places: dict[str, int] = {}
    stakes = []
    for place, wanted in enumerate(request.bets):
        if wanted.ref in places:
            raise Problem.malformed(
                f"bets[{place}].ref",
                gettext("'{ref}' is the ref of bets[{place}] already").format(
                    ref=wanted.ref, place=places[wanted.ref]
                ),
            )
        places[wanted.ref] = place
        stake = _stake(rulebook, wanted, f"bets[{place}]")
        try:
            check.admit(stake)
        except Refused as refusal:
            raise Problem.refused(f"bets[{place}].amount", refusal) from None
        _check_called(rulebook, wanted, stake, f"bets[{place}].repeated")
        stakes.append(stake)
    return stakes


def _stake(rulebook: Rulebook, wanted: RequestedBet, place: str) -> Stake:
    """Return the stake as the engine settles it and limits count it."""
    at = "bet"
    try:
        bet = made_of(parse_bet(wanted.bet, rulebook), wanted.bet, wanted.amount, rulebook)
        at = "layout"
        check_layout(rulebook, wanted.layout)
        at = "chip"
        if wanted.chip is not None:
            check_chip(rulebook, bet, wanted.amount, wanted.chip)
    except Refused as refusal:
        raise Problem.refused(f"{place}.{at}", refusal) from None
    if wanted.on_behalf_of is not None:
        check_name(f"{place}.on_behalf_of", wanted.on_behalf_of)
    laid = {name: value for name, value in msgspec.structs.asdict(wanted).items() if name not in SPOKEN}
    return Stake(**{**laid, "bet": bet.code})


def _check_called(rulebook: Rulebook, wanted: RequestedBet, stake: Stake, place: str) -> None:
    """Raise Problem for a bet that was called out and that is not repeated (it-venezia/announcements)."""
    if not wanted.called:
        return
    try:
        check_repeated(stake.bet, None, wanted.repeated, rulebook, called=True)
    except Refused as refusal:
        raise Problem.refused(place, refusal) from None


def _choices_by_coup(request: Request) -> defaultdict[int, dict[str, PlacedChoice]]:
    refs = {bet.ref for bet in request.bets}
    by_coup: defaultdict[int, dict[str, PlacedChoice]] = defaultdict(dict)
    for place, choice in enumerate(request.choices):
        _check_there_is(request, choice.coup, f"choices[{place}].coup")
        if choice.ref not in refs:
            raise Problem.malformed(
                f"choices[{place}].ref", gettext("no bet has the ref '{ref}'").format(ref=choice.ref)
            )
        if choice.ref in by_coup[choice.coup]:
            raise Problem.malformed(
                f"choices[{place}]",
                gettext("'{ref}' has a choice for coup {coup} already").format(
                    ref=choice.ref, coup=choice.coup
                ),
            )
        by_coup[choice.coup][choice.ref] = PlacedChoice(f"choices[{place}]", choice.choice)
    return by_coup


def _replays_by_coup(request: Request) -> defaultdict[int, dict[str, PlacedReplay]]:
    by_coup: defaultdict[int, dict[str, PlacedReplay]] = defaultdict(dict)
    for index, wanted in enumerate(request.replays or ()):
        place = f"replays[{index}]"
        _check_there_is(request, wanted.coup, f"{place}.coup")
        if wanted.ref in by_coup[wanted.coup]:
            raise Problem.malformed(
                place,
                gettext("'{ref}' is played again after coup {coup} already").format(
                    ref=wanted.ref, coup=wanted.coup
                ),
            )
        by_coup[wanted.coup][wanted.ref] = PlacedReplay(place, wanted.replay)
    return by_coup


def _check_there_is(request: Request, coup: int, place: str) -> None:
    if coup > len(request.results):
        raise Problem.malformed(
            place,
            gettext("there is no coup {coup}: {results} results are given").format(
                coup=coup, results=len(request.results)
            ),
        )


def _limit_check(rulebook: Rulebook, request: Request) -> LimitCheck:
    maximums = request.maximums
    if maximums is not None:
        for kind in maximums:
            if kind not in rulebook.bets:
                raise Problem.malformed(
                    f"maximums.{kind}",
                    gettext("{rulebook} has no such kind of bet; it has {bets}").format(
                        rulebook=rulebook.id, bets=", ".join(rulebook.bets)
                    ),
                )
        maximums = {kind: _shaped(value, Amount, f"maximums.{kind}") for kind, value in maximums.items()}
    try:
        return LimitCheck(rulebook, request.minimum, maximums, request.companies, chips=request.chips)
    except Refused as refusal:
        raise Problem.refused("maximums" if maximums else "minimum", refusal) from None


def _shaped(document: Any, shape: Any, place: str) -> Any:
    """Return `document` as `shape`. Raises Problem with the place of a fault in its form."""
    try:
        return msgspec.convert(document, shape)
    except msgspec.ValidationError as error:
        path, refused = misread(error, shape)
        raise Problem.malformed(place + path or "request", refused) from None
