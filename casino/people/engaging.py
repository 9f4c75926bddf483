"""What every command that registers people asks of who they are."""

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from casino.people.house_staff import SEATED
from casino.people.models import LONGEST_DISPLAY_NAME, Person, Role
from tables.handling.models import Casino


def new_person(name: str, called: str, role: Role, casino_id: int) -> Person:
    """A person of this name and role, checked and not yet saved, without password and PIN. Raises CommandError."""
    called = called.strip()
    if not Casino.objects.filter(pk=casino_id).exists():
        raise CommandError(f"there is no casino {casino_id}")
    if not called or not called.isprintable() or len(called) > LONGEST_DISPLAY_NAME:
        raise CommandError("the name that the screens show has 1 to 80 characters that can be read")
    if Person.objects.filter(username=name).exists():
        raise CommandError(f"{name}: somebody has that name already")
    # A seat is filled by name, so that two of one name could not be told apart.
    same = Person.objects.filter(casino_id=casino_id, is_active=True, role__in=SEATED)
    if role in SEATED and same.filter(display_name__iexact=called).exists():
        raise CommandError(f"{called}: somebody who sits at the tables is called so already")
    person = Person(username=name, casino_id=casino_id, role=role, display_name=called)
    person.set_unusable_password()
    try:
        person.full_clean()
    except ValidationError as error:
        raise CommandError(f"{name}: {' '.join(error.messages)}") from None
    return person


def only_casino() -> int:
    """The number of the only casino here. Raises CommandError where there are none or several."""
    numbers = [*Casino.objects.order_by("pk").values_list("pk", flat=True)]
    if len(numbers) == 1:
        return int(numbers[0])
    if numbers:
        raise CommandError(f"there are casinos {', '.join(map(str, numbers))}: say which by --casino")
    raise CommandError(
        'there is no casino yet: manage.py register_casino "Name of the casino" makes the first'
    )
