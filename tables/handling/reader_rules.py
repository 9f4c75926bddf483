"""The rules for addresses of wheel readers, as the settings of the installation give them."""

from django.conf import settings

from tables.public_addresses import Allowed
from tables.registers.entries.reader_addresses import Ports, ReaderRules


def reader_rules() -> ReaderRules:
    """Return the rules of WHEEL_READER_ADDRESSES, WHEEL_READER_PORTS and WHEEL_READER_DEVICES."""
    return ReaderRules(
        allowed=Allowed.from_words(settings.WHEEL_READER_ADDRESSES),
        ports=tuple(Ports(*each) for each in settings.WHEEL_READER_PORTS),
        devices=tuple(settings.WHEEL_READER_DEVICES),
    )
