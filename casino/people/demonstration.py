"""The demonstration's sign-ins, shown only where the demonstration house is open."""

from django.conf import settings

from casino.embedded.demonstration_house import PASSWORD, PEOPLE, DemonstrationPerson


def demonstration_sign_ins() -> list[tuple[DemonstrationPerson, str]]:
    """Each demonstration person with the password, in the order of the house; empty in a real house."""
    if not settings.DEMONSTRATION_HOUSE:
        return []
    return [(person, PASSWORD) for person in PEOPLE]
