"""How the numbers of a registered reader are told apart, by its protocol and its entry in the register."""

from tables.handling.models import WheelReader
from tables.play.commands import SpinRule
from tables.registers.entries.kinds.readers import NUMBERS_ONLY

SHORTEST_SPIN_S = 10.0
"""No ball falls so soon after its launch, or after the number before."""
BETWEEN_NUMBERS_S = 25.0
"""By default, the least time between two numbers whose launches are implied."""
BETWEEN_OPTION = "between_s"
SPEED_OPTION = "speed"


def spin_rule(reader: WheelReader) -> SpinRule:
    """Return the rule of a reader. A simulated wheel that runs faster has shorter spins."""
    if reader.protocol != NUMBERS_ONLY:
        return SpinRule(since_number_s=SHORTEST_SPIN_S / _option(reader, SPEED_OPTION, 1.0))
    if reader.launch == "implied":
        return SpinRule(implied=True, since_number_s=_option(reader, BETWEEN_OPTION, BETWEEN_NUMBERS_S))
    # The wheel itself reports no launch, so its time is checked against the one that people entered.
    return SpinRule(uncounted=True, since_number_s=SHORTEST_SPIN_S, since_launch_s=SHORTEST_SPIN_S)


def _option(reader: WheelReader, name: str, usual: float) -> float:
    """The option, or the usual value where an older entry has one that its driver cannot use."""
    value = reader.options.get(name, usual)
    return value if isinstance(value, int | float) and value > 0 else usual
