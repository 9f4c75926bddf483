"""Document of the tables to inspect on a day: the drawn and requested tables, and the way to repeat the draw."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from casino.compliance.published_draws import PublishedDraw
from casino.kit.dates import day_and_clock, long_day, moment, moment_and_zone
from casino.kit.documents.document import Column, Document, DocumentTable, casino_name
from casino.kit.documents.made_from import MadeFrom
from casino.kit.money import count


def draw_document(casino_id: int, draw: PublishedDraw, *, record: MadeFrom) -> Document:
    """Return the paper of a day's draw, made from this part of the record."""
    title = _("Tables to inspect on %(day)s") % {"day": long_day(draw.day)}
    made_at = record.dated(draw.day)
    return Document(
        title=title,
        subtitle=_draw_in_words(draw),
        made_at=made_at,
        house=casino_name(casino_id),
        foot=_("{title}, as the record has it at {moment}").format(title=title, moment=moment(made_at)),
        hashes=(record.in_words,),
        tables=tuple(_tables(draw)),
    )


def _draw_in_words(draw: PublishedDraw) -> str:
    match draw.status:
        case "revealed":
            return _("revealed")
        case "committed":
            return _("committed, not known yet")
        case "asked":
            return _("no draw")


def _tables(draw: PublishedDraw) -> Iterator[DocumentTable]:
    yield DocumentTable(
        caption=_("Drawn"),
        columns=(Column(_("Table")),),
        rows=tuple((table,) for table in draw.tables or ()),
        nothing="–",
    )
    yield DocumentTable(
        caption=_("On demand"),
        columns=(
            Column(_("Table")),
            Column(_("Why this table"), share=4),
            Column(_("Who"), share=2),
            Column(_("When"), share=2),
        ),
        rows=tuple((each.table, each.reason, each.by, day_and_clock(each.at)) for each in draw.on_demand),
        nothing=_("No inspector has asked for a table."),
    )
    if draw.commitment is None:
        return
    yield DocumentTable(
        caption=_("To repeat it"),
        columns=(Column(_("What"), share=2), Column(_("Value"), share=6), Column(_("Who"), share=3)),
        rows=tuple(_facts(draw)),
    )
    if draw.counted_since is not None:
        since = _("Days inspected since %(since)s") % {"since": long_day(draw.counted_since)}
        yield DocumentTable(
            caption=_("Weights"),
            columns=(Column(_("Table")), Column(since, "right", 2), Column(_("Weight"), "right", 2)),
            rows=tuple((each.table, count(each.inspections), count(each.weight)) for each in draw.candidates),
        )


def _facts(draw: PublishedDraw) -> Iterator[tuple[str, str, str]]:
    if draw.commitment is not None and draw.committed_at is not None:
        by = ", ".join(filter(None, (draw.committed_by, moment_and_zone(draw.committed_at))))
        yield _("Commitment (SHA-256)"), draw.commitment, by
    if draw.seed is None or draw.revealed_at is None:
        yield _("Seed"), _("secret until it is revealed"), ""
    else:
        by = ", ".join(filter(None, (draw.revealed_by, moment_and_zone(draw.revealed_at))))
        yield _("Seed"), draw.seed, by
    if draw.words:
        yield _("Words of the inspector"), draw.words, ""
