"""The register of equipment on the screen: all wheels and balls, each on a page of its own, and what is asked of it."""

import secrets
from collections.abc import Mapping

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.floor.citing import cited
from casino.floor.form_check import checked
from casino.floor.signatures import PIN, signed
from casino.house.equipment_form import COMMANDS
from casino.house.equipment_shown import ball_stays, ball_thing, pockets, told, wheel_stays, wheel_thing
from casino.people.acting import SENT_BEFORE, acting
from casino.people.gate import allowed
from casino.people.permissions import rule_of
from casino.people.signing import colleagues_who_sign
from tables.house import equipment as register
from tables.house.models import GamingTable
from tables.house.register import carry_out, numberings
from tables.house.streams import ball_stream, wheel_stream
from tables.register.ball_changes import letters_at
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import Refused
from tables.stream import ConcurrencyError, IdempotencyConflict, read_stream

UNTOLD = ("csrfmiddlewaretoken", "key")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What was refused, why, and what had been entered."""

    command: str
    detail: str
    clause: str = ""
    entered: Mapping[str, str] = {}


@require_GET
@never_cache
@allowed("equipment.see")
def equipment(request: HttpRequest) -> HttpResponse:
    """/house/equipment/: every wheel and every ball, where it is and how it was found."""
    return _list(request)


@require_GET
@never_cache
@allowed("equipment.see")
def thing(request: HttpRequest, kind: str, serial: str) -> HttpResponse:
    """/house/equipment/wheel/W-1041/: one of them with its life, table by table."""
    return _thing(request, kind, serial)


@require_POST
@allowed("equipment.keep")
def keep(request: HttpRequest, command: str) -> HttpResponse:
    """/house/equipment/do/move-wheel: carried out, or said where it was asked why not (422)."""
    if command not in COMMANDS:
        raise Http404(f"nothing called {command} is asked of the register")
    form, person, now = request.POST.dict(), request.user, timezone.now()
    try:
        key = checked(form).get("key")
        asked = COMMANDS[command](form, numberings(person.casino_id))
        carry_out(
            person.casino_id,
            signed(asked, form, person, now),
            by=acting(person, "house"),
            now=now,
            idempotency_key=f"equipment/{person.pk}/{key}" if key else None,
        )
    except IdempotencyConflict:
        return _refused(request, command, SENT_BEFORE)
    except ConcurrencyError:
        return _refused(request, command, "It was moved while this was sent: look, and send it again.")
    except Refused as refusal:
        return _refused(request, command, refusal.detail, refusal.clause)
    return redirect("house:thing", command.rpartition("-")[2], asked.serial)


def _refused(request: HttpRequest, command: str, detail: str, clause: str | None = None) -> HttpResponse:
    form = request.POST.dict()
    entered = {name: value for name, value in form.items() if name not in UNTOLD and not name.startswith(PIN)}
    rulebook = get_rulebook(clause.partition("/")[0]) if clause else None
    asked = Asked(
        command=command,
        detail=detail[:1].upper() + detail[1:],
        clause=cited(rulebook, clause) if rulebook else "",
        entered=entered,
    )
    if command.startswith("register-"):
        return _list(request, asked)
    return _thing(request, command.rpartition("-")[2], form.get("serial", ""), asked)


def _list(request: HttpRequest, asked: Asked | None = None) -> HttpResponse:
    casino_id, today = request.user.casino_id, timezone.localdate()
    context = {
        "wheels": [wheel_thing(each, today) for each in register.wheels(casino_id)],
        "balls": [ball_thing(each, today) for each in register.balls(casino_id)],
        "numberings": sorted(numberings(casino_id)),
    }
    return render(
        request, "house/equipment.html", {**context, **_asking(request, asked)}, status=_status(asked)
    )


def _thing(request: HttpRequest, kind: str, serial: str, asked: Asked | None = None) -> HttpResponse:
    shown = {"wheel": _wheel, "ball": _ball}.get(kind, _nothing)(request.user.casino_id, serial)
    context = {**shown, **_asking(request, asked), "signers": colleagues_who_sign(request.user)}
    return render(request, "house/thing.html", context, status=_status(asked))


def _nothing(casino_id: int, serial: str) -> dict[str, object]:
    raise Http404("there are wheels and balls in the register")


def _wheel(casino_id: int, serial: str) -> dict[str, object]:
    wheel = register.wheel_named(casino_id, serial)
    if not wheel.version:
        raise Http404(f"no wheel {serial} is registered")
    life = [(each, register.wheel_event(each)) for each in read_stream(casino_id, wheel_stream(serial))]
    facts = {
        "Maker": wheel.maker,
        "Diameter": f"{wheel.diameter_mm} mm" if wheel.diameter_mm else "not measured",
        "Numbering": wheel.numbering.capitalize() or "none of the house's",
        "Deflectors": wheel.deflectors,
        "Material": wheel.material,
        "Plate": wheel.plate,
    }
    return {
        "thing": wheel_thing(wheel, timezone.localdate()),
        "facts": {name: said for name, said in facts.items() if said},
        "table": wheel.table,
        "pockets": pockets(wheel),
        "same": wheel.side_by_side,
        "places": [(code, code) for code in _tables(casino_id) if code != wheel.table],
        "stays": wheel_stays(life),
        "life": told(life),
    }


def _ball(casino_id: int, serial: str) -> dict[str, object]:
    ball = register.ball_named(casino_id, serial)
    if not ball.version:
        raise Http404(f"no ball {serial} is registered")
    life = [(each, register.ball_event(each)) for each in read_stream(casino_id, ball_stream(serial))]
    facts = {"Diameter": f"{ball.diameter_mm:g} mm", "Material": ball.material, "Colour": ball.colour}
    places = [
        (f"{code}/{letter}" if letter else code, f"{code}, {f'ball {letter}' if letter else 'spare'}")
        for code, letters in _tables(casino_id).items()
        for letter in (*letters, "")
        if (code, letter) != (ball.table, ball.letter)
    ]
    return {
        "thing": ball_thing(ball, timezone.localdate()),
        "facts": {name: said for name, said in facts.items() if said},
        "table": ball.table,
        "places": places,
        "stays": ball_stays(life),
        "life": told(life),
    }


def _tables(casino_id: int) -> dict[str, str]:
    """The house's tables with the letters of the balls that each may have."""
    tables = GamingTable.objects.filter(casino_id=casino_id).order_by("code")
    return {table.code: letters_at(get_rulebook(table.rulebook)) for table in tables}


def _asking(request: HttpRequest, asked: Asked | None) -> dict[str, object]:
    return {
        "asked": asked,
        "key": secrets.token_hex(8),
        "may_keep": request.user.has_perm("equipment.keep"),
        "keeping_rule": rule_of("equipment.keep"),
    }


def _status(asked: Asked | None) -> int:
    return 422 if asked else 200
