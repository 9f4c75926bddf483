"""The register of equipment: all wheels and balls, each on a page of its own, with the forms that change it."""

import secrets
from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.commands.reauthentication import act_required
from casino.commands.submitting import RejectedForm, rejected_form, submit
from casino.equipment.forms.equipment import FORMS
from casino.equipment.presenters.equipment import (
    ball_place,
    ball_stays,
    ball_thing,
    life_steps,
    pockets,
    same_colour_pairs,
    wheel_stays,
    wheel_thing,
)
from casino.equipment.presenters.make import make_entries, make_facts
from casino.kit.forms.command_form import command_of
from casino.kit.forms.fields import text
from casino.kit.sentences.words import word
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import rule_of
from casino.people.signing import colleagues_who_sign
from tables.handling.aggregates.equipment import EquipmentAggregate, numberings, played_rulebooks
from tables.handling.models import GamingTable
from tables.handling.projections import equipment as register
from tables.handling.streams import ball_stream, wheel_stream
from tables.registers.ball_commands import letters_at
from tables.registers.balls import BALL_EVENTS
from tables.registers.make import BallMake, WheelMake
from tables.registers.wheels import WHEEL_EVENTS
from tables.roulette.loader import get_rulebook
from tables.stream import read_stream


@require_GET
@never_cache
@permission_required("equipment.see")
def equipment(request: HttpRequest) -> HttpResponse:
    """/house/equipment/: every wheel and every ball, where it is and how it was found."""
    return _list(request)


@require_GET
@never_cache
@permission_required("equipment.see")
def thing(request: HttpRequest, kind: str, serial: str) -> HttpResponse:
    """/house/equipment/wheel/W-1041/: one of them with its life, table by table."""
    return _thing(request, kind, serial)


@require_POST
@act_required("equipment", by="command")
def keep(request: HttpRequest, command: str) -> HttpResponse:
    """/house/equipment/do/move-wheel: carried out, or the form again with the refusal (422)."""
    if command not in FORMS:
        raise Http404(f"no form of the register is called {command}")
    form, casino_id = request.POST.dict(), person_of(request).casino_id
    rejection = submit(
        request,
        EquipmentAggregate(casino_id),
        lambda form: command_of(FORMS[command], form, numberings(casino_id)),
        now=timezone.now(),
        terminal="house",
        keys_of="equipment",
        conflict=gettext("It was moved while this was sent: look, and send it again."),
    )
    kind = command.rpartition("-")[2]
    if rejection is None:
        return redirect("house:thing", kind, text(form, "serial"))
    refused = rejected_form(command, rejection, form)
    if command.startswith("register-"):
        return _list(request, refused)
    return _thing(request, kind, form.get("serial", ""), refused)


def _list(request: HttpRequest, rejected: RejectedForm | None = None) -> HttpResponse:
    casino_id, today = person_of(request).casino_id, timezone.localdate()
    context = {
        "wheels": [wheel_thing(each, today) for each in register.wheels(casino_id)],
        "balls": [ball_thing(each, today) for each in register.balls(casino_id)],
        "numberings": [(name, word("numbering", name)) for name in sorted(numberings(casino_id))],
        "rulebooks": {id_: each.title for id_, each in played_rulebooks(casino_id).items()},
        "wheel_make": make_entries(WheelMake, _entered(rejected, "register-wheel")),
        "ball_make": make_entries(BallMake, _entered(rejected, "register-ball")),
    }
    return render(
        request,
        "equipment/equipment.html",
        {**context, **_form_context(request, rejected)},
        status=_status(rejected),
    )


def _thing(
    request: HttpRequest, kind: str, serial: str, rejected: RejectedForm | None = None
) -> HttpResponse:
    makes: dict[str, type[WheelMake | BallMake]] = {"wheel": WheelMake, "ball": BallMake}
    context = {
        **{"wheel": _wheel, "ball": _ball}.get(kind, _nothing)(person_of(request).casino_id, serial),
        **_form_context(request, rejected),
        "make_entries": make_entries(makes[kind], _entered(rejected, f"inspect-{kind}")),
        "signers": colleagues_who_sign(person_of(request)),
    }
    return render(request, "equipment/thing.html", context, status=_status(rejected))


def _entered(rejected: RejectedForm | None, command: str) -> Mapping[str, str]:
    """Return the values entered in the form of that command if it was rejected."""
    return rejected.entered if rejected is not None and rejected.command == command else {}


def _nothing(casino_id: int, serial: str) -> dict[str, object]:
    raise Http404("there are wheels and balls in the register")


def _wheel(casino_id: int, serial: str) -> dict[str, object]:
    wheel = register.wheel_named(casino_id, serial)
    if not wheel.version:
        raise Http404(f"no wheel {serial} is registered")
    life = [(each, WHEEL_EVENTS.read(each)) for each in read_stream(casino_id, wheel_stream(serial))]
    facts = {
        gettext("Maker"): wheel.maker,
        gettext("Diameter"): f"{wheel.diameter_mm} mm" if wheel.diameter_mm else gettext("not measured"),
        gettext("Numbering"): (wheel.numbering and word("numbering", wheel.numbering))
        or gettext("none of the casino's"),
        **make_facts(wheel.make),
        gettext("Registered for"): wheel.rulebook,
        gettext("Remarks"): wheel.remarks,
    }
    return {
        "thing": wheel_thing(wheel, timezone.localdate()),
        "facts": {name: value for name, value in facts.items() if value},
        "table": wheel.table,
        "pockets": pockets(wheel),
        "same": same_colour_pairs(wheel),
        "places": [(code, code) for code in _tables(casino_id) if code != wheel.table],
        "stays": wheel_stays(life),
        "life": life_steps(life),
    }


def _ball(casino_id: int, serial: str) -> dict[str, object]:
    ball = register.ball_named(casino_id, serial)
    if not ball.version:
        raise Http404(f"no ball {serial} is registered")
    life = [(each, BALL_EVENTS.read(each)) for each in read_stream(casino_id, ball_stream(serial))]
    facts = {
        gettext("Diameter"): f"{ball.diameter_mm:g} mm",
        **make_facts(ball.make),
        gettext("Registered for"): ball.rulebook,
        gettext("Remarks"): ball.remarks,
    }
    places = [
        (f"{code}/{letter}" if letter else code, ball_place(code, letter))
        for code, letters in _tables(casino_id).items()
        for letter in (*letters, "")
        if (code, letter) != (ball.table, ball.letter)
    ]
    return {
        "thing": ball_thing(ball, timezone.localdate()),
        "facts": {name: value for name, value in facts.items() if value},
        "table": ball.table,
        "places": places,
        "stays": ball_stays(life),
        "life": life_steps(life),
    }


def _tables(casino_id: int) -> dict[str, str]:
    """The house's tables with the letters of the balls that each may have."""
    tables = GamingTable.objects.filter(casino_id=casino_id).order_by("code")
    return {table.code: letters_at(get_rulebook(table.rulebook)) for table in tables}


def _form_context(request: HttpRequest, rejected: RejectedForm | None) -> dict[str, object]:
    return {
        "rejected": rejected,
        "key": secrets.token_hex(8),
        "may_keep": request.user.has_perm("equipment.keep"),
        "keeping_rule": rule_of("equipment.keep"),
    }


def _status(rejected: RejectedForm | None) -> int:
    return 422 if rejected else 200
