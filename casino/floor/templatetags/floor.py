"""The words of a payout sheet's line beside its name and its amount: how chips are opened, placed and put down; and how
the floor gives way to a table's page."""

from collections import Counter

from django import template
from django.utils.translation import gettext, ngettext

from casino.kit.money import count, money
from casino.kit.outcomes import NO_PRIZE, in_prison
from casino.kit.sentences.catalogue import notes_in_words
from casino.kit.sentences.marks import gettext_noop as _
from casino.web.capacity import let_tables_by
from settlement.sheet_lines import ReplayWay, SheetLine

register = template.Library()


@register.simple_tag(name="let_tables_by")
def _let_tables_by() -> str:
    """Return nothing; the making of the page pauses while a table's page is made."""
    let_tables_by()
    return ""


@register.filter
def opening(line: SheetLine) -> str:
    """Return the stacks of winning chips that are opened before payment (pt-francesa/20); empty if none is."""
    stacks = [gettext("open the stack of {size}").format(size=line.opens)] if line.opens else []
    of_size: dict[int, list[str]] = {}
    for chip in line.chips:
        if chip.opens:
            of_size.setdefault(chip.opens, []).append(chip.name)
    stacks += [
        ngettext(
            "open the stack of {size} on {bets}", "open the stacks of {size} on {bets}", len(bets)
        ).format(size=size, bets=", ".join(bets))
        for size, bets in of_size.items()
    ]
    return "; ".join(stacks)


@register.filter
def aloud(line: SheetLine) -> tuple[str, ...]:
    """Return the announcements of a prize (pt-francesa/22), in quotation marks; equal sentences once, with a count."""
    return tuple(
        f"«{words}»" if times == 1 else f"{count(times)} × «{words}»"
        for words, times in Counter(line.announced).items()
    )


@register.filter
def over_the_maximum(line: SheetLine, currency: str) -> str:
    """Return the paid stake and the returned part of chips found over the maximum; empty without any."""
    if not line.excess:
        return ""
    text = gettext("paid on {amount}, {excess} returned")
    if line.unclaimed:
        text = gettext("a prize on {amount}, {excess} over the maximum held with it")
    return text.format(
        amount=money(line.returned - line.excess, currency), excess=money(line.excess, currency)
    )


@register.filter
def lies_on(line: SheetLine, currency: str) -> str:
    """Return the part of a won stake that stays as a bet of the next coup (it-venezia/general-5); empty if nothing
    does.
    """
    if not line.stays:
        return ""
    if line.stays == line.stake:
        return gettext("the stake stays")
    return gettext("{amount} stays").format(amount=money(line.stays, currency))


@register.filter
def handed_over(line: SheetLine) -> str:
    """Return the way of the prize to its player (it-venezia/payment-placing); empty if the rulebook has none."""
    if line.handed_over == "at_stake":
        return gettext("chips beside or on the stake")
    return gettext("passed with the rake by itself") if line.handed_over else ""


@register.filter
def standing(line: SheetLine, currency: str) -> str:
    """Return the outcome of a line without a prize; for a stake in prison also its level and its value in play."""
    if line.outcome == "freed" and line.stays:
        return gettext("freed, and stays")
    if not line.held or line.level is None:
        return gettext(NO_PRIZE[line.outcome]) if line.outcome in NO_PRIZE else line.outcome
    prison = in_prison(line.level, still=line.outcome == "still-imprisoned")
    return gettext("{prison}, {amount} in play").format(prison=prison, amount=money(line.in_play, currency))


@register.filter
def placing(line: SheetLine, currency: str) -> str:
    """Return the course of chips that were kept off the cloth until the number; empty for those on the cloth."""
    if line.placed_reference is None:
        return ""
    placed = ", ".join(
        ngettext("{count} chip on {bet}", "{count} chips on {bet}", each.chips).format(
            count=count(each.chips), bet=each.name
        )
        for each in line.placed
    )
    annulled = gettext("{count} annulled").format(count=line.annulled)
    if chips := lost_chips(line):
        annulled += f", {money(sum(chip.stake for chip in chips), currency)}"
    return gettext("placed after the number: {placed}; {annulled} ({clause})").format(
        placed=placed, annulled=annulled, clause=line.placed_reference
    )


@register.filter
def noted(of: SheetLine | ReplayWay) -> str:
    """Return a rounding or a rest of a line, or that another number was decided since; empty without notes."""
    return notes_in_words(of.notes) or ""


UNCLAIMED = {
    "set aside": _("nobody claimed it: set aside"),
    "claimed": _("claimed after it was held"),
    "paid in": _("nobody claimed it: paid into the endowment"),
    "ended": _("nobody claimed it: ended by the casino"),
}


@register.filter
def unclaimed(line: SheetLine) -> str:
    """Return the state of a win that nobody claimed when it was to be paid; empty for one that was claimed then."""
    noted = line.unclaimed
    if noted is None:
        return ""
    text = UNCLAIMED.get(noted.standing, _("nobody claims it: until the number of coup {coup}"))
    return ", ".join((gettext(text).format(coup=noted.until_coup), noted.held))


def lost_chips(line: SheetLine) -> tuple[SheetLine, ...]:
    """The lines of a won announced bet's chips that the bank takes all the same."""
    return tuple(chip for chip in line.chips if chip.outcome == "lost") if line.outcome == "won" else ()


@register.filter
def taken(line: SheetLine, currency: str) -> str:
    """Return the bank's part of a won announced bet on the cloth; empty if all of it won."""
    chips = lost_chips(line)
    if not chips or line.placed_reference is not None:
        return ""
    lost = ngettext("{count} combination lost, {amount}", "{count} combinations lost, {amount}", len(chips))
    return lost.format(count=count(len(chips)), amount=money(sum(chip.stake for chip in chips), currency))


@register.filter
def put_down(line: SheetLine, currency: str) -> str:
    """Return the prize in chips: stacks, the ribbon, and the rest below one chip (pt-americana/31); empty if
    unknown.
    """
    paid = line.stacks
    if paid is None:
        return ""
    parts = []
    if paid.stacks:
        text = ngettext("{count} stack of {size}", "{count} stacks of {size}", paid.stacks)
        parts.append(text.format(count=count(paid.stacks), size=paid.size))
    if paid.ribbon:
        parts.append(gettext("{count} in the ribbon").format(count=paid.ribbon))
    if paid.rest:
        parts.append(gettext("{amount} beside").format(amount=money(paid.rest, currency)))
    return gettext(" and ").join(parts)


@register.filter
def played_again(line: SheetLine, currency: str) -> str:
    """Return the rest of the line's prize after a replay; empty without one."""
    done = line.replay
    if done is None:
        return ""
    text = gettext("{way}: {restaked} re-staked ({clause})")
    if done.stays:
        text = gettext("{way}: {stays} stays, {restaked} re-staked ({clause})")
    return text.format(
        way=done.label,
        stays=money(done.stays, currency),
        restaked=money(done.restaked, currency),
        clause=done.reference,
    )
