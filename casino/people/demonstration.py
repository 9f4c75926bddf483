"""The demonstration's sign-ins, shown only where the demonstration house is open."""

from django.conf import settings

from casino.embedded.demonstration_house import PASSWORD, PEOPLE, PIN, DemonstrationPerson


def demonstration_sign_ins() -> list[tuple[DemonstrationPerson, str, str]]:
    """Each demonstration person with password and PIN, in the order of the house; empty in a real house."""
    if not settings.DEMONSTRATION_HOUSE:
        return []
    return [(person, PASSWORD, PIN) for person in PEOPLE]
