"""A prize in chips: whole stacks, and the rest spread in a ribbon (pt-americana/31)."""

import msgspec

from tables.roulette.rulebook import PaymentRule


class PaidChips(msgspec.Struct, frozen=True, kw_only=True):
    """The chips of a prize on the cloth: `stacks` of `size` chips, `ribbon` chips beside each other, and `rest`, the
    amount in minor units that is less than a chip.
    """

    stacks: int
    size: int
    ribbon: int
    rest: int


def in_stacks(
    rule: PaymentRule, prize: int, chip: int | None, *, face_value_only: bool = False
) -> PaidChips | None:
    """`prize` in chips of the value `chip`, both in minor units; all in the ribbon at a table that is played with
    face-value chips exclusively.

    None where the rulebook pays in no stacks, or the chip's value is not known.
    """
    if rule.stacks is None or chip is None:
        return None
    chips, rest = divmod(prize, chip)
    size = rule.stacks.size
    stacks, ribbon = (0, chips) if face_value_only else divmod(chips, size)
    return PaidChips(stacks=stacks, size=size, ribbon=ribbon, rest=rest)
