"""Several readers of one table: the reader of each number, and the words about witness readers."""

import msgspec
from django.utils.translation import gettext, gettext_lazy

from casino.floor.presenters.meters import Tone
from casino.kit.clauses import cited
from casino.kit.dates import clock, second
from casino.kit.drawn_number import drawn
from casino.kit.reader_words import warning_named
from casino.kit.sentences.lists import JOINTS
from casino.languages.language import current_language
from tables.play.reader.state import NumberReport, Reader
from tables.play.state import Discrepancy, State
from tables.roulette.rulebook import Rulebook

SOURCES = {"staff": gettext_lazy("Staff"), "reader": gettext_lazy("Reader")}
"""Names of sources for a number without a reader's name."""


class DisputedNumber(msgspec.Struct, frozen=True, kw_only=True):
    """One of the numbers between which the chief decides, with its look. `sources` have each source with its time."""

    number: str | None
    look: str
    sources: tuple[str, ...] = ()


class ReaderMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message of a reader about itself or the wheel, as long as it lasts."""

    words: str
    tone: Tone


def disputed_numbers(disputed: Discrepancy | None, rulebook: Rulebook) -> list[DisputedNumber]:
    """Return the numbers of a discrepancy, each with its sources: `W-RF1 21:30:05`."""
    if disputed is None:
        return []
    numbers = ((number, drawn(number, rulebook)) for number in disputed.numbers)
    return [
        DisputedNumber(
            number=shown.number,
            look=shown.look,
            sources=tuple(dict.fromkeys(_source(each) for each in disputed.reports if each.number == number)),
        )
        for number, shown in numbers
    ]


class ReadingShown(msgspec.Struct, frozen=True, kw_only=True):
    """The casino's reading of an unclear clause: the clause, the text, and the language of the text."""

    clause: str
    text: str
    language: str


def reading_of_results(rulebook: Rulebook) -> ReadingShown | None:
    """Return the reading of the clause on the result of a coup; None if the rulebook has none."""
    clause = rulebook.phases.result.clause
    reading = rulebook.readings.get(clause)
    if reading is None:
        return None
    language = reading.language(current_language())
    return ReadingShown(clause=cited(rulebook, clause), text=reading.texts[language], language=language)


def _source(report: NumberReport) -> str:
    name = report.reader or SOURCES[report.source]
    return gettext("{source} {time}").format(source=name, time=second(report.at))


def readers_that_gave(state: State, coup: int, number: int) -> list[str]:
    """Return the codes of the readers that gave this number for a coup which has none yet."""
    waiting = [each.reader for each in state.waiting if each.number == number]
    agreed = [
        name
        for name, reader in sorted(state.readers.items())
        if any((each.coup, each.number) == (coup, number) for each in reader.reported)
    ]
    return list(dict.fromkeys(name for name in (*waiting, *agreed) if name))


def other_numbers(state: State, coup: int, number: int) -> dict[int, list[str]]:
    """Return the other numbers that readers gave for a coup which has none yet, each with their codes."""
    others = [each.number for each in state.waiting]
    others += [
        each.number for reader in state.readers.values() for each in reader.reported if each.coup == coup
    ]
    return {other: readers_that_gave(state, coup, other) for other in others if other != number}


def gave(readers: list[str], number: str, coup: int, doubts: str) -> str:
    """Return the sentence about a number that waits: `CAM-RF1 gives 17 for coup 4: …`."""
    if not readers:
        text = gettext("The reader gives {number} for coup {coup}: {doubts}.")
    elif len(readers) == 1:
        text = gettext("{readers} gives {number} for coup {coup}: {doubts}.")
    else:
        text = gettext("{readers} give {number} for coup {coup}: {doubts}.")
    return text.format(readers=JOINTS["each"](readers), number=number, coup=coup, doubts=doubts)


def witness_messages(state: State, *, takes_over: bool) -> tuple[ReaderMessage, ...]:
    """Return the messages about witnesses: outages, warnings, and the witness that acts for an absent reader."""
    messages = []
    for witness in state.witnesses:
        if witness.is_away and witness.since is not None:
            messages.append(ReaderMessage(words=_away(witness), tone="due"))
        if witness.warnings and not witness.is_away:
            warnings = ", ".join(map(warning_named, witness.warnings))
            words = gettext("Witness {reader}: {words}").format(reader=witness.name, words=warnings)
            messages.append(ReaderMessage(words=words, tone="due"))
    live = next((witness.name for witness in state.witnesses if witness.state == "live"), None)
    if live is not None and state.reader.is_away:
        text = (
            gettext("Witness {reader} acts for the reader")
            if takes_over
            else gettext("Witness {reader}: its numbers wait for confirmation")
        )
        messages.append(ReaderMessage(words=text.format(reader=live), tone="due"))
    return tuple(messages)


def _away(witness: Reader) -> str:
    assert witness.since is not None
    if witness.state == "fault":
        codes = ", ".join(map(warning_named, reversed(witness.detail.split(", ")))) if witness.detail else ""
        text = (
            gettext("Witness {reader}: fault since {time}: {faults}")
            if codes
            else gettext("Witness {reader}: fault since {time}")
        )
        return text.format(reader=witness.name, time=clock(witness.since), faults=codes)
    return gettext("Witness {reader} silent since {time}").format(
        reader=witness.name, time=clock(witness.since)
    )


def witness_away(state: State) -> str:
    """Return in a word or two that a witness is away; empty if none is."""
    away = next((witness for witness in state.witnesses if witness.is_away), None)
    if away is None:
        return ""
    text = gettext("{reader} silent") if away.state == "silent" else gettext("{reader} fault")
    return text.format(reader=away.name)
