"""Corrections for looking at many things at once."""

from collections.abc import Sequence


def holm(probabilities: Sequence[float]) -> tuple[float, ...]:
    """Holm's adjusted p-values, in the order given.

    To call everything at most `a` a finding errs with probability at most `a` over all of them together, however they
    depend on each other.
    """
    adjusted, highest, count = [0.0] * len(probabilities), 0.0, len(probabilities)
    for rank, place in enumerate(sorted(range(count), key=probabilities.__getitem__)):
        highest = max(highest, min(1.0, (count - rank) * probabilities[place]))
        adjusted[place] = highest
    return tuple(adjusted)
