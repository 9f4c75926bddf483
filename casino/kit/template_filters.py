"""Times, days, money and players as templates write them: `{% load kit %}`."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

from django import template
from django.conf import settings
from django.template import Context
from django.template.defaulttags import CsrfTokenNode
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from casino.kit import dates
from casino.kit.dates import long_day, short_day
from casino.kit.documents.document import casino_name
from casino.kit.drawn_number import number_html
from casino.kit.forms.chip_counts import in_words
from casino.kit.forms.fields import offsets_of_entered
from casino.kit.guest_signs import guest_sign_path
from casino.kit.ledger_reasons import reason_named
from casino.kit.money import count, money
from casino.kit.page_lines import page_line
from casino.kit.page_parts.kept_parts import gap
from casino.kit.places import place
from casino.kit.seats import seat_of
from tables.money import decimals_of
from tables.roulette.wheel import written

Item = TypeVar("Item")
register = template.Library()
register.filter("count", count)
register.filter("money", money)
register.filter("decimals", decimals_of)
register.filter("pieces", in_words)
register.filter("seat", seat_of)
register.simple_tag(guest_sign_path)
register.filter("place", place)
register.filter("reason_named", reason_named)
register.filter("number_html", number_html)


def _filter_of(write: Callable[[Any], str]) -> None:
    """Return a function of dates.py as a filter: empty for a missing moment."""
    register.filter(write.__name__, lambda at: write(at) if at else "", expects_localtime=True)


for _write in (
    dates.short_day,
    dates.long_day,
    dates.weekday,
    dates.clock,
    dates.second,
    dates.day_and_clock,
    dates.day_and_second,
    dates.long_day_and_clock,
    dates.full_day,
    dates.moment,
    dates.moment_and_zone,
):
    _filter_of(_write)


register.filter("offsets", lambda entered: offsets_of_entered(entered or ""))


@cache
def assets_version() -> str:
    """Return a short digest of the pages' own scripts and styles. Each process computes the digest once."""
    digest = sha256()
    for folder in map(Path, settings.STATICFILES_DIRS):
        for file in sorted(each for each in folder.rglob("*") if each.suffix in (".css", ".js")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


register.simple_tag(assets_version)


@register.simple_tag
def commands_in_order() -> SafeString:
    """Return the attribute of a body on which commands are sent in the order in which they were touched, one after the
    other.

    The elements that fetch themselves, and touches of the cloth, have a line of their own (`hx-sync="this:…"`);
    cloth.js keeps the order between the lines.
    """
    return SafeString(' hx-sync:inherited="body:queue all"')


@register.simple_tag
def asset(path: str) -> str:
    """Return the address of a script or a style under which no browser has an older one in its cache."""
    return f"{static(path)}?v={assets_version()}"


@register.simple_tag(takes_context=True)
def form_key(context: Context) -> SafeString:
    """Return the field that makes a form one press, however often it is sent; for forms that no script gives a key. It
    is another one for each page.
    """
    return gap(context, _key, anew=True)


def _key(_context: Context, _argument: str) -> SafeString:
    return format_html('<input type="hidden" name="key" value="{}">', token_hex(8))


@register.simple_tag(takes_context=True)
def csrf_field(context: Context) -> SafeString:
    """Return the field of `{% csrf_token %}` for a form in a kept part: it is the reader's own."""
    return gap(context, _csrf_field, anew=True)


def _csrf_field(context: Context, _argument: str) -> SafeString:
    return SafeString(CsrfTokenNode().render(context))


@register.simple_tag(takes_context=True)
def cloth_drawing(context: Context, what: str) -> SafeString:
    """Return the `ground` or the `places` of the page's cloth. They are the same for all, and longer than a page: no
    kept part has them once more.
    """
    return gap(context, _cloth_drawing, what)


def _cloth_drawing(context: Context, what: str) -> SafeString:
    drawing: SafeString = getattr(context["cloth"], what)
    return drawing


@register.simple_tag(takes_context=True)
def colleagues(context: Context, roles: str = "") -> SafeString:
    """Return the page's `signers` that can sign, as options of a `<select>`.

    `roles` limits them to these roles (`cash_desk pit_boss`); empty allows all. Nobody countersigns for themselves, so
    the options differ for each reader.
    """
    return gap(context, _options, roles)


def _options(context: Context, roles: str) -> SafeString:
    people = tuple((each.username, each.display_name, each.role) for each in context.get("signers") or ())
    return _offered(people, roles)


@lru_cache(maxsize=256)
def _offered(people: tuple[tuple[str, str, str], ...], roles: str) -> SafeString:
    """Return the options, cached: a page asks a dozen times, and a casino has hundreds of people."""
    found = ((sign_in, name) for sign_in, name, role in people if not roles or role in roles.split())
    return format_html_join("", '<option value="{}">{}</option>', found)


@register.filter
def iso(time: datetime | None) -> str:
    """Return a time for machines: the page's clocks count from it."""
    return time.astimezone(UTC).isoformat(timespec="seconds") if time else ""


@register.filter
def amount_keys(currency: str) -> str:
    """Return the `inputmode` of a field for amounts: `numeric` for a currency without decimals, else `decimal`."""
    return "decimal" if decimals_of(currency) else "numeric"


@register.filter
def gaming_day(day: str) -> str:
    """Return a gaming day (ISO date) in words: `20 Nov`."""
    return short_day(day)


@register.filter
def gaming_day_on_paper(day: str) -> str:
    """Return a gaming day (ISO date) as papers have it, which are read years later: `20 Nov 2026`."""
    return long_day(day)


@register.filter
def pocket(number: int) -> str:
    """Return a number of the wheel as it is written: `17`, `00`."""
    return written(number)


@register.filter
def options(choices: Iterable[tuple[str, str]]) -> SafeString:
    """Return the choices, pairs of value and words, as options of a `<select>`."""
    return format_html_join("", '<option value="{}">{}</option>', choices)


@register.filter
def times(value: int, count: int) -> int:
    """Return the worth of so many pieces of a value."""
    return value * count


@register.filter
def of_line(by_ref: Mapping[str, Item], ref: str) -> Item | None:
    """Return the item of a bet's line; None if there is none."""
    return by_ref.get(ref)


@register.simple_tag(takes_context=True, name="page_line")
def line_of_page(context: template.Context) -> SafeString | str:
    """Return the purpose of the page, for the line under its heading."""
    return page_line(context["request"])


@register.simple_tag(takes_context=True)
def house_name(context: template.Context) -> str:
    """Return the name of the reader's casino, the heading of each print."""
    return casino_name(context["request"].user.casino_id)
