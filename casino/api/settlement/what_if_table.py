"""A coup or a day compared with its payment under another rulebook, in words: a line for each stake that differs."""

from collections.abc import Iterator

from casino.kit.money import in_major_units
from casino.kit.sentences import sentence_of
from settlement.what_if.compared import ComparedCoup, ComparedLine, Comparison, Totals
from tables.roulette.payout.lines import Line
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import written


def what_if_table(compared: Comparison) -> str:
    """Return the differing lines coup by coup, and the sums. Amounts are in major units of the table's currency."""
    lines = sum(len(coup.lines) for coup in compared.coups)
    counted = f"{_counted(len(compared.coups), 'coup')}, {_counted(lines, 'line')}"
    return "\n".join(
        (
            f"{compared.table}, {compared.day}: paid by {_named(compared.by)}, beside {_named(compared.other)}; "
            f"amounts in {compared.currency}",
            *(text for coup in compared.coups if coup.differing for text in _coup(coup, compared)),
            f"{counted}: {_in_all(compared)}",
        )
    )


def _coup(coup: ComparedCoup, compared: Comparison) -> Iterator[str]:
    yield ""
    beside = (
        "; beside its lines a dispute was decided, or something paid otherwise"
        if coup.beside_the_sheet
        else ""
    )
    yield f"coup {coup.coup}, number {written(coup.number)}{beside}"
    for line in coup.differing:
        stake = in_major_units(line.of.stake, compared.currency)
        yield f"  {line.of.ref} {line.of.player} {line.of.bet} {stake}"
        yield f"    paid   {_side(line.paid, compared.by, compared.currency)}"
        yield f"    would  {_other_side(line, compared)}"
    if coup.alike:
        yield f"  {_counted(len(coup.alike), 'line')} alike"
    yield f"  the players would have {_more(coup.difference, compared.currency)}"


def _other_side(line: ComparedLine, compared: Comparison) -> str:
    if line.refused is not None:
        clause = line.refused.clause
        return f"not settled: {sentence_of(line.refused)}{f' ({clause})' if clause else ''}"
    choice = f"; without the choice: {sentence_of(line.choice_refused)}" if line.choice_refused else ""
    would = _side(line.would, compared.other, compared.currency)
    return f"{would}: {_signed(line.difference or 0, compared.currency)}{choice}"


def _side(line: Line | None, rulebook: Rulebook, currency: str) -> str:
    if line is None:
        return "lies there no more, or not yet"
    parts = {"prize": line.prize, "returned": line.returned, "in prison": line.held}
    amounts = "".join(
        f", {what} {in_major_units(amount, currency)}" for what, amount in parts.items() if amount
    )
    return f"{line.outcome}{amounts} ({rulebook.id}: {rulebook.clauses[line.clause]})"


def _in_all(compared: Comparison) -> str:
    if not compared.differing:
        return "nothing would differ"
    unsettled = f", {compared.unsettled} of them not settled" if compared.unsettled else ""
    return "\n".join(
        (
            f"{_counted(compared.differing, 'line')} would differ{unsettled}",
            f"paid   {_sums(compared.paid, compared.currency)}",
            f"would  {_sums(compared.would, compared.currency)}",
            f"the players would have {_more(compared.difference, compared.currency)}",
        )
    )


def _sums(totals: Totals, currency: str) -> str:
    named = {
        "prizes": totals.prize,
        "returned": totals.returned,
        "taken": totals.taken,
        "in prison": totals.held,
    }
    return ", ".join(f"{what} {in_major_units(amount, currency)}" for what, amount in named.items())


def _named(rulebook: Rulebook) -> str:
    return f"{rulebook.id}@{rulebook.version}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _signed(amount: int, currency: str) -> str:
    return f"+{in_major_units(amount, currency)}" if amount > 0 else in_major_units(amount, currency)


def _more(amount: int, currency: str) -> str:
    if not amount:
        return "as much as they had"
    return f"{in_major_units(abs(amount), currency)} {'more' if amount > 0 else 'less'}"
