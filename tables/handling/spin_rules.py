"""The rules that separate the numbers of a registered reader into spins, by its protocol and its entry in the
register.
"""

from msgspec.structs import replace

from tables.handling.models import WheelReader
from tables.play.commands import SpinRule
from tables.registers.entries.kinds.readers import NUMBERS_ONLY

SHORTEST_SPIN_S = 10.0
"""No ball falls so soon after its launch, or after the number before."""
AFTER_CLOSING_S = 1.0
"""No ball falls so soon after bets are closed, where only the closing shows that the ball runs."""
BETWEEN_NUMBERS_S = 25.0
"""The default least time between two numbers whose launches are implied."""
BETWEEN_OPTION = "between_s"
SPEED_OPTION = "speed"


def spin_rule(reader: WheelReader) -> SpinRule:
    """Return the rule of a reader. A simulated wheel that runs faster has shorter spins."""
    speed = 1.0 if reader.protocol == NUMBERS_ONLY else _option(reader, SPEED_OPTION, 1.0)
    spin, closing = SHORTEST_SPIN_S / speed, AFTER_CLOSING_S / speed
    usual = SpinRule(since_number_s=spin, since_launch_s=spin, since_closing_s=closing)
    if reader.protocol != NUMBERS_ONLY:
        return usual
    if reader.launch == "implied":
        between = _option(reader, BETWEEN_OPTION, BETWEEN_NUMBERS_S)
        return replace(usual, implied=True, since_number_s=between)
    return replace(usual, uncounted=True)


def _option(reader: WheelReader, name: str, usual: float) -> float:
    """Return the option, or the usual value if the driver cannot use an older entry's option."""
    value = reader.options.get(name, usual)
    return value if isinstance(value, int | float) and value > 0 else usual
