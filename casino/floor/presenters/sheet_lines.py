"""What a line of the payout sheet says beside its name and its amount: how chips are opened, placed and put down."""

from casino.kit.money import counted, money
from settlement.sheets import SheetLine

OUTCOMES = {
    "won": "won, all of it over the maximum",
    "lost": "lost",
    "halved": "half returned",
    "imprisoned": "in prison",
    "still-imprisoned": "still in prison",
    "freed": "freed and returned",
    "divided": "divided",
}


def opening(line: SheetLine) -> str:
    """Which stacks of winning chips are opened before they are paid (pt-francesa/20); empty where none is."""
    said = [f"open the stack of {line.opens}"] if line.opens else []
    said += [f"open the stack of {chip.opens} on {chip.name}" for chip in line.chips if chip.opens]
    return ", ".join(said)


def over_the_maximum(line: SheetLine) -> str:
    """What a prize was paid on of chips found over the maximum, and what went back; empty where none lay over it."""
    if not line.excess:
        return ""
    if line.unclaimed:
        return f"a prize on {money(line.returned - line.excess)}, {money(line.excess)} over the maximum held with it"
    return f"paid on {money(line.returned - line.excess)}, {money(line.excess)} returned"


def lies_on(line: SheetLine) -> str:
    """What of a won stake lies on as a bet of the next coup (it-venezia/general-5); empty where nothing does."""
    if not line.stays:
        return ""
    return "the stake stays" if line.stays == line.stake else f"{money(line.stays)} stays"


def standing(line: SheetLine) -> str:
    """What became of a line without a prize; of a stake in prison also its level and its value in play."""
    if line.outcome == "freed" and line.stays:
        return "freed, and stays"
    said = OUTCOMES.get(line.outcome, line.outcome)
    if not line.held or line.level is None:
        return said
    return f"{levelled(said, line.level)}, {money(line.in_play)} in play"


def levelled(said: str, level: int) -> str:
    """In prison so many times: a level is a zero that a stake lies under."""
    return said if level == 1 else f"{said} {level} times"


def placing(line: SheetLine) -> str:
    """What becomes of chips that lay beside the cloth until the number; empty for those that lay on it."""
    if line.placed_reference is None:
        return ""
    placed = ", ".join(f"{counted(each.chips, 'chip')} on {each.name}" for each in line.placed)
    annulled = f"{line.annulled} annulled"
    if chips := lost_chips(line):
        annulled += f", {money(sum(chip.stake for chip in chips))}"
    return f"placed after the number: {placed}; {annulled} ({line.placed_reference})"


UNCLAIMED = {
    "set aside": "nobody claimed it: set aside",
    "claimed": "claimed after it was held",
    "paid in": "nobody claimed it: paid into the endowment",
    "ended": "nobody claimed it: ended by the house",
}


def unclaimed(line: SheetLine) -> str:
    """Where a win stands that nobody claimed when it was to be paid; empty for one that was claimed then."""
    noted = line.unclaimed
    if noted is None:
        return ""
    said = UNCLAIMED.get(noted.standing, f"nobody claims it: until the number of coup {noted.until_coup}")
    return f"{said}, {noted.held}"


def lost_chips(line: SheetLine) -> tuple[SheetLine, ...]:
    """The lines of a won announced bet's chips that the bank takes all the same."""
    return tuple(chip for chip in line.chips if chip.outcome == "lost") if line.outcome == "won" else ()


def taken(line: SheetLine) -> str:
    """What the bank takes of a won announced bet that lay on the cloth; empty where all of it won."""
    chips = lost_chips(line)
    if not chips or line.placed_reference is not None:
        return ""
    return f"{counted(len(chips), 'combination')} lost, {money(sum(chip.stake for chip in chips))}"


def put_down(line: SheetLine) -> str:
    """The prize in chips: stacks, the ribbon, and what is no whole chip (pt-americana/31); empty if not known."""
    paid = line.stacks
    if paid is None:
        return ""
    said = []
    if paid.stacks:
        said.append(f"{counted(paid.stacks, 'stack')} of {paid.size}")
    if paid.ribbon:
        said.append(f"{paid.ribbon} in the ribbon")
    if paid.rest:
        said.append(f"{money(paid.rest)} beside")
    return " and ".join(said)


def played_again(line: SheetLine) -> str:
    """What a replay has left of the line's prize; empty where it was not played again."""
    done = line.replay
    if done is None:
        return ""
    stays = f"{money(done.stays)} stays, " if done.stays else ""
    return f"{done.label}: {stays}{money(done.restaked)} re-staked ({done.reference})"
