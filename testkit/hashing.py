"""Quick hashes for tests: hashing slowly on purpose protects nobody there."""

from casino.people.pin_hashing import PinHasher


class QuickPinHasher(PinHasher):
    """Hash of a PIN with one round."""

    iterations = 1
