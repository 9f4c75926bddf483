"""Tips to result, as inspectors read it: what players gave to the staff, held against what the table won."""

from fractions import Fraction

from settlement.figures.figures import Figure


def tips_to_result(tips: Figure, result: Figure) -> Fraction | None:
    """The tips as a part of the result, exact; both of the same table and the same day or shift.

    None where one of them is not known, and where nothing was won: of a loss tips are no part.
    """
    if tips.amount is None or result.amount is None or result.amount <= 0:
        return None
    return Fraction(tips.amount, result.amount)
