"""The first page of a day's report, or of several days', as a document: the content of its page, dated by the
record.

Facts that change without the days are left out: their places in the feed and the newest checkpoint, which come
later, and the last check of the record.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from casino.compliance.first_page import FirstPage, Sum
from casino.compliance.period_presenter import ShownPeriod
from casino.compliance.review import ShownFinding, ShownReview, ShownSignature, SignedDay
from casino.kit.dates import clock, day_and_clock, long_day, moment
from casino.kit.documents.document import Column, Document, DocumentTable, casino_name
from casino.kit.documents.made_from import MadeFrom
from casino.kit.money import count
from casino.kit.sentences.marks import gettext_noop


class FirstPageParts(NamedTuple):
    """Parts of a first page: for a whole day its `review`, for other periods the signatures of each day."""

    made: FirstPage
    review: ShownReview | None
    signed_days: Sequence[SignedDay]


STATUSES = {
    "raised": gettext_noop("waits for an answer"),
    "answered": gettext_noop("answered"),
    "closed": gettext_noop("closed"),
}


def first_page_document(
    casino_id: int, shown: ShownPeriod, parts: FirstPageParts, *, record: MadeFrom, review_record: MadeFrom
) -> Document:
    """Return the paper of a first page: the days are read from `record`, and the findings about them from
    `review_record`.
    """
    made, title = parts.made, _("First page")
    made_at = max(filter(None, (record.dated(made.period.days[0]), review_record.at)))
    hashes = [record.in_words]
    if review_record.at is not None:
        hashes.append(": ".join((_("Findings and signatures"), review_record.in_words)))
    return Document(
        title=title,
        subtitle=shown.words,
        made_at=made_at,
        house=casino_name(casino_id),
        foot=_("{title}, as the record has it at {moment}").format(
            title=f"{title}, {shown.words}", moment=moment(made_at)
        ),
        hashes=tuple(hashes),
        lines=tuple(filter(None, _lines(made, parts.review))),
        tables=tuple(_tables(shown, parts)),
        across=True,
    )


def _lines(made: FirstPage, review: ShownReview | None) -> Iterator[str]:
    of_all = _("Tables: %(tables)s; coups: %(coups)s; rulebooks: %(rulebooks)s; events: %(events)s.")
    yield of_all % {
        "tables": len(made.tables),
        "coups": count(made.coups),
        "rulebooks": made.rulebooks,
        "events": count(made.events),
    }
    if made.going_on:
        yield _("Still open: %(tables)s.") % {"tables": ", ".join(made.going_on)}
    figures = [
        (_("Violations"), made.violations),
        (_("Not answered"), made.unanswered),
        (_("Demands not fully checked"), len(made.unchecked)),
    ]
    if review is not None:
        figures.append((_("Findings and questions open"), review.open))
    yield "; ".join(f"{words}: {count(number)}" for words, number in figures)


def _tables(shown: ShownPeriod, parts: FirstPageParts) -> Iterator[DocumentTable]:
    made = parts.made
    yield _broken(made)
    yield DocumentTable(
        caption=_("What could not be checked, and why"),
        columns=(Column(_("Demand"), share=3), Column(_("Why not"), share=6), Column(_("Clause"), share=2)),
        rows=tuple((each.demand, "; ".join(each.why), each.reference or "–") for each in made.unchecked),
        nothing=_("Everything that the clauses demand could be checked."),
    )
    yield DocumentTable(
        caption=_("What stands open"),
        columns=(Column(_("Table")), Column(_("Gaming day"), share=2), Column(_("What"), share=8)),
        rows=tuple((each.table, long_day(each.day), each.words) for each in made.standing),
        nothing=_("Nothing stands open at the tables."),
    )
    if made.balls:
        yield _balls(made)
    yield _maker_and_made(made)
    yield _by_table(made, several_days=not shown.day)
    yield _by_pit(made)
    if parts.review is None:
        yield _signed_days(parts.signed_days)
    else:
        yield _findings(parts.review.findings)
        yield _signatures(parts.review)


def _broken(made: FirstPage) -> DocumentTable:
    return DocumentTable(
        caption=_("What was broken"),
        columns=(
            Column(_("Clause"), share=2),
            Column(_("What"), share=4),
            Column(_("Where"), share=2),
            Column(_("Times"), "right"),
            Column(_("How late"), share=2),
            Column(_("What was said"), share=4),
        ),
        rows=tuple(
            (
                each.reference or "–",
                each.label,
                " ".join(each.tables),
                count(each.times),
                each.late or "–",
                each.said,
            )
            for each in made.broken
        ),
        nothing=_("Nothing was broken."),
    )


def _maker_and_made(made: FirstPage) -> DocumentTable:
    return DocumentTable(
        caption=_("Signed together by a person and somebody who made their account"),
        columns=(
            Column(_("At"), share=2),
            Column(_("Where")),
            Column(_("Act"), share=3),
            Column(_("Person"), share=2),
            Column(_("Signed together with"), share=2),
            Column(_("Part in the account"), share=2),
        ),
        rows=tuple(
            (day_and_clock(each.at), each.where or "–", each.act, each.made, each.maker, each.part)
            for each in made.maker_and_made
        ),
        nothing=_("Nobody signed together with somebody who made their account."),
    )


def _balls(made: FirstPage) -> DocumentTable:
    return DocumentTable(
        caption=_("Ball changes, minutes apart"),
        columns=(
            Column(_("Table")),
            Column(_("Gaming day"), share=2),
            Column(_("Ball")),
            Column(_("Until")),
            Column(_("Minutes"), "right"),
            Column(_("Late")),
        ),
        rows=tuple(
            (
                each.table,
                long_day(each.day),
                each.ball,
                clock(each.until),
                count(each.minutes),
                _("yes") if each.is_late else "",
            )
            for each in made.balls
        ),
    )


def _figures() -> tuple[Column, ...]:
    return (
        Column(_("Coups"), "right"),
        Column(_("Violations"), "right"),
        Column(_("Not answered"), "right"),
        Column(_("Demands not fully checked"), "right", 2),
        Column(_("Stands open"), "right"),
    )


def _figures_of(each: Sum) -> tuple[str, ...]:
    return tuple(map(count, (each.coups, each.violations, each.unanswered, each.unchecked, each.standing)))


def _by_table(made: FirstPage, *, several_days: bool) -> DocumentTable:
    days = (Column(_("Days open"), "right"),) if several_days else ()
    return DocumentTable(
        caption=_("Table by table"),
        columns=(Column(_("Table")), *days, *_figures()),
        rows=tuple(
            (each.name, *((count(each.days),) if several_days else ()), *_figures_of(each))
            for each in made.by_table
        ),
    )


def _by_pit(made: FirstPage) -> DocumentTable:
    return DocumentTable(
        caption=_("Pits and casino"),
        columns=(Column(_("Of"), share=2), Column(_("Tables"), share=3), *_figures()),
        rows=(
            *(
                (_("Pit %(pit)s") % {"pit": each.name}, ", ".join(each.tables), *_figures_of(each))
                for each in made.by_pit
            ),
            (_("Casino"), ", ".join(made.together.tables), *_figures_of(made.together)),
        ),
    )


def _findings(findings: Iterable[ShownFinding]) -> DocumentTable:
    rows = []
    for each in findings:
        name = _("Question %(finding)s") if each.is_question else _("Finding %(finding)s")
        of_event = _("%(table)s, event %(event)s") % {"table": each.table, "event": each.table_event}
        where = of_event if each.table_event else each.table
        for place, step in enumerate(each.steps):
            first = (name % {"finding": each.finding}, where, _(STATUSES.get(each.status, each.status)))
            rows.append((*(("", "", "") if place else first), day_and_clock(step.at), step.by, step.words))
    return DocumentTable(
        caption=_("Findings and questions"),
        columns=(
            Column(_("Which"), share=2),
            Column(_("Where"), share=2),
            Column(_("Status"), share=2),
            Column(_("When"), share=2),
            Column(_("Who"), share=3),
            Column(_("Words"), share=6),
        ),
        rows=tuple(rows),
        nothing=_("Nobody has found or asked anything about this day."),
    )


def _signatures(review: ShownReview) -> DocumentTable:
    sides = (("casino", _("For the casino")), ("control", _("For control")))
    return DocumentTable(
        caption=_("Signatures"),
        columns=(
            Column(_("Side"), share=2),
            Column(_("Who"), share=4),
            Column(_("When"), share=2),
            Column(_("Hash of the report"), share=6),
        ),
        rows=tuple((label, *_signature(review.signatures.get(side))) for side, label in sides),
    )


def _signature(signature: ShownSignature | None) -> tuple[str, str, str]:
    if signature is None:
        return _("not signed"), "", ""
    reopened = "" if signature.holds else _("Reopened: something happened since that the report tells of.")
    return signature.by, day_and_clock(signature.at), " ".join(filter(None, (signature.hash, reopened)))


def _signed_days(days: Iterable[SignedDay]) -> DocumentTable:
    return DocumentTable(
        caption=_("Findings and signatures, day by day"),
        columns=(
            Column(_("Gaming day"), share=2),
            Column(_("Findings and questions open"), "right", 2),
            Column(_("For the casino"), share=3),
            Column(_("For control"), share=3),
        ),
        rows=tuple(
            (
                long_day(each.day),
                count(each.open),
                each.casino or _("not signed"),
                each.control or _("not signed"),
            )
            for each in days
        ),
    )
