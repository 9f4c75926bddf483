"""Restarts of a part that died: at once the first time, more and more slowly if it keeps dying."""

from dataclasses import dataclass, field

FIRST_PAUSE = 0.5  # seconds
LONGEST_PAUSE = 30.0
STEADY_AFTER = 60.0  # a part that did its work so long without dying starts with a clean sheet
KEEPS_DYING = 4  # deaths in a row


@dataclass
class Restarts:
    """The deaths of one part, in a row. `longest`: the longest pause, in seconds."""

    longest: float = LONGEST_PAUSE
    deaths: list[float] = field(default_factory=list)

    def died(self, at: float, worked: float) -> float:
        """Count a death at `at` (monotonic) after `worked` seconds of work; return the pause before a restart."""
        if worked >= STEADY_AFTER:
            self.deaths.clear()
        self.deaths.append(at)
        return float(min(FIRST_PAUSE * 2 ** (len(self.deaths) - 1), self.longest))

    def forgive(self) -> None:
        self.deaths.clear()

    @property
    def keeps_dying(self) -> bool:
        """True if it has died so often in a row that a person must look at it."""
        return len(self.deaths) >= KEEPS_DYING

    def in_words(self) -> str:
        return f"{len(self.deaths)} times in {max(1, round(self.deaths[-1] - self.deaths[0]))} s"
