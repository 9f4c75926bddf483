"""What a winning stake is paid, in minor units."""


def prize_on(amount: int, numerator: int, denominator: int) -> int:
    """What is paid on `amount` (minor units) at odds of `numerator` to `denominator`, beside the stake itself. What
    does not divide is rounded up, to the player's side."""
    return -(-amount * numerator // denominator)
