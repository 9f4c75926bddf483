"""Changes of a table's readers by events of every topic."""

from typing import Any

from msgspec.structs import replace

from tables.play.reader.state import NumberReport, Reader
from tables.play.state import State

REPORTS_KEPT = 32


def with_reader(state: State, name: str, /, **changes: Any) -> State:
    """Return the state with these changes of a reader. A table has one primary reader: the newest one is it."""
    former, role = state.reader.name, changes.get("role")
    if role == "primary" and former != name:
        state = _named_for(state, former, name)
    elif role == "witness" and former == name:
        state = _named_for(state, former, "")
    known = state.readers.get(name) or Reader(name=name, role="witness" if former else "primary")
    changed = replace(known, **changes)
    others = state.readers
    if changed.role == "primary":
        others = {other: replace(each, role="witness") for other, each in others.items()}
    return replace(state, readers={**others, name: changed})


def _named_for(state: State, former: str | None, primary: str) -> State:
    """Return the state with the names of games as they are once `primary` is the primary reader in place of `former`.

    The primary reader names its games without its code, every other one with it. So the counters of two readers are
    never taken for one another. Without a primary reader `primary` is empty, and `former` is None.
    """

    def named(game: str | None) -> str | None:
        if game is None or game.startswith(f"{primary}:"):
            return game and game.removeprefix(f"{primary}:")
        return game if ":" in game or former is None else f"{former}:{game}"

    return replace(
        state,
        game=named(state.game),
        past=tuple(replace(each, game=named(each.game)) for each in state.past),
        doubted=tuple(
            replace(each, game=named(each.game), running=named(each.running)) for each in state.doubted
        ),
        readers={
            code: replace(
                each, reported=tuple(replace(report, game=named(report.game)) for report in each.reported)
            )
            for code, each in state.readers.items()
        },
    )


def without_void(state: State) -> State:
    """Return the state after a void launch: launched again, annulled, or a number fell after all."""
    return _for_all(state, void=()) if state.void else state


def ready_for_bets(state: State) -> State:
    """Return the state of an open coup: no wheel turns for the next one, and no launch is void."""
    return _for_all(state, void=(), place_bets=False) if state.void or state.rotor_turns else state


def _for_all(state: State, **changes: Any) -> State:
    return replace(state, readers={name: replace(each, **changes) for name, each in state.readers.items()})


def with_report(state: State, report: NumberReport, /, **changes: Any) -> State:
    """Return the state in which a reader has given this number: for each game, and for each coup, its last one counts.

    A report that names no reader changes nothing.
    """
    if report.reader is None:
        return state
    known = state.readers.get(report.reader)
    kept = [each for each in (known.reported if known else ()) if not _is_replaced(each, report)]
    return with_reader(state, report.reader, reported=(*kept, report)[-REPORTS_KEPT:], **changes)


def _is_replaced(earlier: NumberReport, report: NumberReport) -> bool:
    """Return True if both reports are of one game, of one coup, or of one number without a coup."""
    if report.game is not None and earlier.game == report.game:
        return True
    if report.coup is not None and earlier.coup == report.coup:
        return True
    neither_named = report.game is None and earlier.game is None and earlier.coup is None
    return neither_named and earlier.number == report.number


def reports_brought_forward(state: State, coup: int) -> State:
    """Return the state in which nothing fell in `coup`: its reports have no coup, later ones move to the one before."""
    return replace(
        state,
        readers={
            name: replace(each, reported=tuple(_brought_forward(report, coup) for report in each.reported))
            for name, each in state.readers.items()
        },
    )


def _brought_forward(report: NumberReport, coup: int) -> NumberReport:
    if report.coup is None or report.coup < coup:
        return report
    return replace(report, coup=None if report.coup == coup else report.coup - 1)


def handed_on(readers: dict[str, Reader]) -> dict[str, Reader]:
    """Return the readers as a closed day keeps them: their states, and nothing of its coups."""
    return {
        code: Reader(name=each.name, role=each.role, state=each.state, since=each.since)
        for code, each in readers.items()
    }


def taken_up_again(readers: dict[str, Reader], before: dict[str, Reader]) -> dict[str, Reader]:
    """Return the readers of a day that is opened again, with their reports before its closing."""
    nobody = Reader()
    return {code: replace(each, reported=before.get(code, nobody).reported) for code, each in readers.items()}
