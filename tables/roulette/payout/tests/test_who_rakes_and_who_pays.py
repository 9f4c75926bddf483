"""Who rakes in the losing chips and who pays at Venice, by the parity of the number."""

import pytest

from tables.roulette.loader import get_rulebook
from tables.roulette.payout.payment_order import roles_at


@pytest.mark.clause("it-venezia/roles-by-parity")
@pytest.mark.parametrize("number", range(37))
def test_at_an_even_number_the_right_rakes_and_the_left_pays_and_at_an_odd_one_the_reverse(
    number: int,
) -> None:
    rule = get_rulebook("it-venezia").payment.roles
    assert rule is not None
    even = number in (0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36)
    assert roles_at(rule, number) == (("droite", "gauche") if even else ("gauche", "droite"))
