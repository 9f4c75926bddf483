"""An old permanence imported for the statistics of a wheel, after a preview."""

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.views import View
from django.views.decorators.cache import never_cache

from casino.commands.rejections import Rejection, attempted
from casino.kit.dates import long_day_and_clock
from casino.kit.money import count
from casino.kit.sheet_preview import SheetPreview, content_of, preview_of, refused_preview
from casino.kit.sheets import SheetRefused, mistake
from casino.numbers.old_permanence import COLUMNS, OldPermanence, read_old_permanence
from casino.people.acting import acting, person_of
from casino.people.casino_clock import zone_of_casino
from casino.people.gate import permission_required
from tables.handling import handle
from tables.handling.aggregates.imported_spins import ImportedSpinsAggregate, imported_spins
from tables.handling.projections.equipment import wheel_named, wheels
from tables.refusal import Refused

MEANINGS = {column.key: column.heading for column in COLUMNS}
EMPTY = SheetPreview()


@method_decorator(never_cache, name="dispatch")
@method_decorator(permission_required("equipment.keep"), name="dispatch")
class ImportPermanence(View):
    """/numbers/wheels/import?wheel=W-1041: the imports of a wheel; a POST shows a preview, or every bad line (422), and
    the second one imports the list."""

    def get(self, request: HttpRequest) -> HttpResponse:
        serial = request.GET.get("wheel", "")
        if serial and not self._is_registered(request, serial):
            raise Http404("no such wheel is registered")
        return self._page(request, serial, EMPTY)

    def post(self, request: HttpRequest) -> HttpResponse:
        serial = request.POST.get("wheel", "")
        if not self._is_registered(request, serial):
            raise Http404("no such wheel is registered")
        purpose, now = f"permanence/{serial}", timezone.now()
        try:
            content, is_previewed = content_of(request, purpose)
            old = self._read(request, serial, content, now)
            if not is_previewed:
                shown = preview_of(request, purpose, content, old.found, meanings=MEANINGS, says=_says(old))
                return self._page(request, serial, shown, file=old.command.file)
        except SheetRefused as refused:
            return self._page(request, serial, refused_preview(refused))
        return self._imported(request, serial, old, now)

    def _imported(self, request: HttpRequest, serial: str, old: OldPermanence, now: datetime) -> HttpResponse:
        """Import the permanence, or show why not (422)."""
        own = person_of(request)
        done = attempted(
            lambda: handle(
                ImportedSpinsAggregate(own.casino_id, serial),
                old.command,
                by=acting(own, "numbers"),
                now=now,
                idempotency_key=f"imported-spins/{own.pk}/{serial}/{old.command.sha256}",
            )
        )
        if isinstance(done, Rejection):
            wrong = done.refusal or Refused("old-spins-imported-already", file=old.command.file)
            return self._page(
                request, serial, refused_preview(SheetRefused([mistake(wrong)], old.found.sheet))
            )
        days = sorted(spin.at.astimezone(zone_of_casino(own.casino_id)).date() for spin in old.command.spins)
        since, until = days[0].isoformat(), days[-1].isoformat()
        chosen = {"wheel": serial, "since": since, "until": until, "imported": "with"}
        return redirect(f"{reverse('numbers:wheels')}?{urlencode(chosen)}")

    def _read(self, request: HttpRequest, serial: str, content: bytes, now: datetime) -> OldPermanence:
        casino_id = person_of(request).casino_id
        chosen = request.FILES.get("file")
        file = str(chosen.name) if chosen is not None else request.POST.get("name", "")
        zone = zone_of_casino(casino_id)
        return read_old_permanence(casino_id, serial, content, file, zone=zone, now=now)

    def _is_registered(self, request: HttpRequest, serial: str) -> bool:
        return serial.isprintable() and bool(wheel_named(person_of(request).casino_id, serial).version)

    def _page(self, request: HttpRequest, serial: str, preview: SheetPreview, file: str = "") -> HttpResponse:
        casino_id = person_of(request).casino_id
        context = {
            "serial": serial,
            "wheels": [each.serial for each in wheels(casino_id) if not each.withdrawn],
            "imports": imported_spins(casino_id, serial).imports if serial else (),
            "preview": preview,
            "file": file,
        }
        return render(request, "numbers/import.html", context, status=422 if preview.mistakes else 200)


def _says(old: OldPermanence) -> tuple[str, ...]:
    spins = sorted(old.command.spins, key=lambda spin: spin.at)
    words = ngettext(
        "{count} spin, from {first} to {last}.", "{count} spins, from {first} to {last}.", len(spins)
    )
    return (
        words.format(
            count=count(len(spins)),
            first=long_day_and_clock(spins[0].at),
            last=long_day_and_clock(spins[-1].at),
        ),
        gettext("Days are read as day/month/year, times by the casino's clock."),
        gettext("Imported spins count in the statistics of the wheel alone, and are marked there."),
    )
