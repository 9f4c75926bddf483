"""Purpose of a page and the acts on it, in one line under its heading: `{% page_line %}` of `{% load kit %}`.

Staff who know a page read past it; a newcomer needs no manual. A page that is one form, or that explains itself, has
no line here.
"""

from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _

PAGE_LINES = {
    "floor:floor": _(
        "Every table as it stands now. Touch one to go to it; what is late or broken comes first."
    ),
    "floor:sheets": _("What each table pays for its last number, line by line in the order of payment."),
    "floor:record": _("Everything recorded at this table today. Filter by kind or coup to find one event."),
    "floor:receipts": _(
        "Change made for players, a receipt each. Open a receipt to print it, or note a claim about it."
    ),
    "compliance:violations": _(
        "Rules that were broken. Acknowledge each one, and write what happened and what was done."
    ),
    "compliance:day": _(
        "What was broken on a gaming day, in a shift or in a week, what could not be checked and what stands open. "
        "Both sides sign each day here."
    ),
    "compliance:inspections": _(
        "What inspections counted and saw, beside the record. Print an empty sheet, and key it in afterwards."
    ),
    "compliance:inspection_form": _(
        "Key in what stands on the paper. Somebody else must have counted; you sign with your PIN."
    ),
    "compliance:video_plan": _(
        "The drop of three days a month is seen on video, by lot. Key in what was seen, beside the counted drop."
    ),
    "compliance:report": _(
        "What the rules ask of each table. Choose a day, a shift or a week; print it or take it as a file."
    ),
    "reports:files": _(
        "Reports as files. Choose one and have it made; it is kept here for a week, for you to fetch."
    ),
    "compliance:what_if": _(
        "What another rulebook, or another version, would have paid for what was played. What differs comes first."
    ),
    "compliance:draws": _(
        "The tables to inspect, drawn by chance. A draw is fixed beforehand and revealed on its day, and anybody can "
        "repeat it."
    ),
    "compliance:draw": _(
        "The tables to inspect on this day: what chance drew, how to repeat it, and what an inspector asked for."
    ),
    "cash:slips": _(
        "Chips between the bank and the tables. Open a slip to issue it, to send it off or to receive it."
    ),
    "cash:slip": _("One slip from its request to its receipt. What is to be done next stands below its way."),
    "cash:boxes": _(
        "The tables' drop boxes. A box that has left its table is counted here, then its count is accepted."
    ),
    "cash:box": _(
        "One drop box: two people count it without seeing what is recorded, and somebody else accepts the count."
    ),
    "cash:day": _(
        "What still keeps the casino's day from closing. Follow each line to where it is done, then close the day."
    ),
    "cash:ledger_of_table": _("What this table took and paid, and what its result rests on."),
    "cash:held": _("Open a receipt to count what is held, to hand it over or to pay it in."),
    "numbers:permanence": _(
        "The numbers of a table and a day, as the trade prints them. Take them as a file, or print them for customers."
    ),
    "house:equipment": _(
        "Every wheel and ball of the casino. Open one to record an inspection, a fault or its withdrawal."
    ),
    "house:thing": _("One wheel or ball: what it is, what was recorded of it, and what can be done with it."),
    "house:rota": _(
        "Who works where and when. Choose a place in the plan to fill it; the plan says what would break a rule."
    ),
    "house:series": _(
        "The chips that are in play. A series is introduced, issued, withdrawn and ended here."
    ),
    "people": _(
        "Everybody who works here. Open a person to change their role, to suspend them or to give them a new link."
    ),
    "person": _("One person: their role, their sign-in, and what was changed when and by whom."),
    "access": _("Who signed in, who tried and failed, and who signed with a PIN. Choose a day or a person."),
    "reference:shelf": _(
        "The rules that the tables play by. Open a rulebook for its bets, limits, payments and clauses."
    ),
    "readers:list": _(
        "Every wheel reader with its table and its connection. Open one to see what it sends, and what was understood."
    ),
    "readers:reader": _(
        "One wheel reader as it is now. Its messages appear as they arrive, each with what the platform understood."
    ),
    "readers:dead_letter": _(
        "A message that could not be recorded. Retry it once its cause is gone, or discard it with a reason."
    ),
    "connect_reader:start": _(
        "Five steps: address, bytes, protocol, a number compared with the wheel, table. Nothing is registered before "
        "the last one."
    ),
    "registers:index": _(
        "What the casino has: tables, pits, readers, signs and more. Open a register to add or change an entry."
    ),
    "registers:new": _(
        "Fill in the entry. It is in force from the moment it is stored, or from the next gaming day."
    ),
    "registers:entry": _(
        "One entry as it is in force, and every change of it. Changes that touch play wait for the next gaming day."
    ),
}
ALIKE = {
    "cash:day_due": "cash:day",
    "registers:edit": "registers:entry",
    "connect_reader:begin": "connect_reader:start",
    "compliance:draw_commit": "compliance:draws",
    "compliance:draw_act": "compliance:draw",
}
"""Pages that are another page at another address."""


def page_line(request: HttpRequest) -> SafeString | str:
    """Return the line of the page that is asked for; empty if it has none."""
    view = request.resolver_match.view_name if request.resolver_match else ""
    line = PAGE_LINES.get(ALIKE.get(view, view))
    return format_html('<p class="page-line small sub">{}</p>', gettext(line)) if line else ""
