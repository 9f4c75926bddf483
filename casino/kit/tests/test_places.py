"""Every place between which value moves has a name on the screens."""

from casino.kit.places import LABELS, place
from settlement.ledger.accounts import Account


def test_every_place_has_its_words() -> None:
    assert set(LABELS) == set(Account)
    assert place(Account.PLAYERS) == "Players' hands"
