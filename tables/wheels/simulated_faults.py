"""Which faults a simulated wheel has, as the command line names them."""

from collections.abc import Callable
from itertools import cycle
from random import Random

from tables.wheels.simulated_wheel import WHEEL_FAULTS
from tables.wheels.simulated_wire import WIRE_FAULTS

ALL_FAULTS = WHEEL_FAULTS + WIRE_FAULTS


def chosen_faults(text: str) -> Callable[[Random], str | None]:
    """Understand `name,name` (one fault a game, by turns), `all`, or a probability such as `0.1` (any fault, now and
    then). Raises ValueError with the names that there are.
    """
    if not text:
        return lambda _: None
    try:
        probability = float(text)
    except ValueError:
        return _by_turns(ALL_FAULTS if text == "all" else tuple(name.strip() for name in text.split(",")))
    if not 0 <= probability <= 1:
        raise ValueError(f"{text} is no probability: it lies between 0 and 1")
    return lambda random: random.choice(ALL_FAULTS) if random.random() < probability else None


def _by_turns(names: tuple[str, ...]) -> Callable[[Random], str | None]:
    for name in names:
        if name not in ALL_FAULTS:
            raise ValueError(f"there is no fault `{name}`; there are: {', '.join(ALL_FAULTS)}")
    turns = cycle(names)
    return lambda _: next(turns)
