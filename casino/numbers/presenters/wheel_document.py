"""The statistics of a wheel as a document: the figures of its page, without the drawing, dated by the record."""

from collections.abc import Iterator
from datetime import date, timedelta

from django.utils.translation import gettext as _

from casino.kit.dates import long_day, moment
from casino.kit.documents.document import Column, Document, DocumentTable, casino_name
from casino.kit.documents.made_from import MadeFrom, made_from_streams
from casino.kit.sentences.words import word
from casino.kit.wheel_spins import Chosen, KnownWheel
from casino.numbers.presenters.wheel import ShownHand, ShownPocket, ShownStatistics, name_of
from tables.handling.streams import table_stream


def wheel_made_from(casino_id: int, wheel: KnownWheel) -> MadeFrom:
    """Return the sources of a wheel's statistics: all days of its tables since its first number, because the watch
    covers all of its spins.
    """
    first, last = date.fromisoformat(wheel.first_day), date.fromisoformat(wheel.last_day)
    days = [(first + timedelta(days=place)).isoformat() for place in range((last - first).days + 1)]
    return made_from_streams(casino_id, (table_stream(table, day) for table in wheel.tables for day in days))


def wheel_document(
    casino_id: int, wheel: KnownWheel, chosen: Chosen, shown: ShownStatistics, *, record: MadeFrom
) -> Document:
    """The paper of these statistics, of the chosen spins, made from this of the record."""
    title = ", ".join((_("Wheel statistics"), name_of(wheel)))
    made_at = record.dated(wheel.last_day)
    return Document(
        title=title,
        subtitle="; ".join(_chosen(wheel, chosen)),
        made_at=made_at,
        house=casino_name(casino_id),
        foot=_("{title}, as the record has it at {moment}").format(title=title, moment=moment(made_at)),
        hashes=(record.in_words,),
        lines=(
            *([shown.too_few] if shown.too_few else ()),
            *([shown.detectable] if shown.detectable else ()),
            *shown.sectors,
            _(
                "A p-value says how often a fair wheel looks at least so far out. It does not say how likely it is "
                "that the wheel is fair, and a chosen period or person is one more look: look at the watch for that."
            ),
        ),
        tables=tuple(_tables(shown)),
    )


def _chosen(wheel: KnownWheel, chosen: Chosen) -> Iterator[str]:
    yield ", ".join(wheel.tables)
    yield f"{long_day(chosen.since)} – {long_day(chosen.until)}"
    if chosen.direction:
        yield ": ".join((_("Ball ran"), word("direction", chosen.direction)))
    if chosen.ball:
        yield ": ".join((_("Ball"), chosen.ball))
    if chosen.spinner:
        yield ": ".join((_("Spun by"), chosen.spinner))


def _tables(shown: ShownStatistics) -> Iterator[DocumentTable]:
    yield DocumentTable(
        caption=_("Watch over all spins of this wheel"),
        columns=(Column(_("What is asked"), share=2), Column(_("Found"), share=5), Column(_("Alarm"))),
        rows=tuple((each.name, each.words, _("yes") if each.is_alarm else "") for each in shown.watch),
    )
    yield DocumentTable(
        caption=_("Tests"),
        columns=(
            Column(_("What is asked"), share=4),
            Column(_("Spins"), "right"),
            Column(_("Found"), share=3),
            Column(_("p, of all tests together"), share=2),
        ),
        rows=tuple(
            # The papers' typeface has no Greek.
            (
                each.question,
                each.spins,
                each.too_few or each.value.replace("χ", "chi"),
                _marked(each.p, each.stands_out),
            )
            for each in shown.findings
        ),
    )
    yield DocumentTable(
        caption=", ".join((_("Pockets, clockwise"), shown.spins)),
        columns=(
            Column(_("Number"), "right"),
            Column(_("Times"), "right"),
            Column(_("Share"), "right"),
            Column(_("Bounds of its chance"), "right", 2),
        ),
        rows=tuple(map(_pocket, shown.pockets)),
    )
    yield DocumentTable(
        caption=_("Who spins"),
        columns=(
            Column(_("Spun by"), share=3),
            Column(_("Steps"), "right"),
            Column(_("R"), share=3),
            Column(_("Around")),
            Column(_("p, of all who spin"), share=2),
        ),
        rows=tuple(map(_hand, shown.hands)),
        nothing=_("Nobody is known to have spun."),
    )
    for pace in shown.paces:
        yield DocumentTable(
            caption=": ".join((_("Pace at %(table)s") % {"table": pace.table}, pace.words)),
            columns=(Column(_("Phase")), Column(_("Length"), share=3)),
            rows=pace.phases,
        )


def _pocket(pocket: ShownPocket) -> tuple[str, ...]:
    number = pocket.fallen.number or "–"
    if not pocket.low:
        return number, pocket.hits, "–", "–"
    return number, pocket.hits, pocket.share, _marked(f"{pocket.low} – {pocket.high}", pocket.outside)


def _hand(hand: ShownHand) -> tuple[str, ...]:
    if hand.too_few:
        return hand.spinner, hand.steps, hand.too_few, "", ""
    return hand.spinner, hand.steps, hand.length, hand.distance, _marked(hand.p, hand.stands_out)


def _marked(figure: str, stands_out: bool) -> str:
    return ", ".join((figure, _("stands out"))) if stands_out else figure
