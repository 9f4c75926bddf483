"""People of the casino, who sign in or sign with a PIN alone, and the one role of each."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from rules.permissions import has_perm

from casino.kit.uncountable import UncountableKey
from casino.people.pin_hashing import hash_pin
from tables.handling.models import Casino
from tables.registers.people.decide import OF_A_CASINO


class Role(models.TextChoices):
    """Role of a person in the casino; `permissions.py` has the permissions of each."""

    CHEF_DE_TABLE = "chef_de_table", _("Chef de table")
    PIT_BOSS = "pit_boss", _("Pit boss")
    DIRECTION = "direction", _("Management")
    GAMES_INSPECTOR = "games_inspector", _("Games inspector")
    PUBLIC_CONTROLLER = "public_controller", _("Public controller")
    CASH_DESK = "cash_desk", _("Cash desk")
    ADMINISTRATOR = "administrator", _("Administrator")
    CROUPIER = "croupier", _("Croupier")


class Standing(models.TextChoices):
    """Employment of a person; only active people sign in and sign."""

    ACTIVE = "active", _("Works here")
    SUSPENDED = "suspended", _("Suspended")
    LEFT = "left", _("Has left")


class Confirmation(models.TextChoices):
    """Confirmation of a person as one of two signers: see confirmation.py."""

    NEEDED = "needed", _("To be confirmed: does not countersign")
    SET_UP = "set_up", _("To be confirmed: of the time when the casino was set up")
    CONFIRMED = "confirmed", _("Confirmed")


LONGEST_DISPLAY_NAME = 80
LONGEST_ACCOUNT_NAME = 150 + len("@") + 19
SIGN_IN = tuple(role for role in Role if role is not Role.CROUPIER)
"""Roles that sign in. Croupiers do not: they sit at the tables, and countersign there with a PIN."""


class PersonManager(BaseUserManager["Person"]):
    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "Person":
        """Save and return a person; `fields` are casino_id, role, display_name. No password: no sign-in."""
        person = self.model(username=self.model.normalize_username(username), **fields)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def get_by_natural_key(self, username: str | None) -> "Person":
        """Return the person who signs in with the typed name. Raises Person.DoesNotExist."""
        if person := self.meant_by(username or ""):
            return person
        raise self.model.DoesNotExist

    def meant_by(self, typed: str) -> "Person | None":
        """Return the person who signs in with the typed name; None for an unknown name.

        Where the installation has several casinos the name carries the casino's number, `anna@2`. The bare name belongs
        to nobody there: no casino could give it away, lock it, or learn that another casino has it.
        """
        found = self.called(typed)
        if has_several_casinos():
            found = [each for each in found if each.account_name == typed]
        return found[0] if len(found) == 1 else None

    def called(self, typed: str) -> "list[Person]":
        """Return everybody whose name was typed, of all casinos: for commands of the installation's machine."""
        name, _, number = typed.rpartition("@")
        wanted = models.Q(username=typed)
        if OF_A_CASINO.search(typed):
            wanted |= models.Q(username=name, casino_id=int(number))
        found = list(self.filter(wanted).order_by("casino_id"))
        return [each for each in found if each.account_name == typed] or found


def has_several_casinos() -> bool:
    """Return True if a name to sign in with needs the number of its casino. One query."""
    return Casino.objects.count() > 1


class Person(AbstractUser):  # type: ignore[django-manager-missing]
    """A person of one casino: staff, or an official who controls it. All but the croupiers sign in.

    `display_name` is the name on the screens and of the actor in the record.
    """

    id = UncountableKey()
    username = models.CharField(max_length=150, validators=[UnicodeUsernameValidator()])
    """The name to sign in with, the casino's own: people of two casinos may have the same."""
    casino_id = models.BigIntegerField()
    role = models.CharField(max_length=32, choices=Role)
    display_name = models.CharField(max_length=LONGEST_DISPLAY_NAME)
    pin = models.CharField(max_length=128, blank=True, default="")
    """Hash of the PIN with which the person countersigns a colleague's act; empty: signs nothing. See signing.py."""
    language = models.CharField(max_length=10, blank=True, default="")
    """Language of the person's screens; empty for the casino's own."""
    standing = models.CharField(max_length=10, choices=Standing, default=Standing.ACTIVE)
    """Standing by the register; `is_active` is the same for active staff."""
    confirmation = models.CharField(max_length=10, choices=Confirmation, default=Confirmation.SET_UP)
    """Confirmation by the register. A row from before the register counts as one of the time of the set-up."""
    makers = models.JSONField(default=list, blank=True)
    """The record's identifiers of everybody who gave the person their account, role, link or secrets since they were
    last confirmed."""
    must_set_password = models.BooleanField(default=False)
    """They were engaged, or their password was taken away, and they have not set one since."""
    password_set_at = models.DateTimeField(null=True, blank=True)
    """Time of the last password; for an older account without one, the time of engagement."""
    session_generation = models.PositiveIntegerField(default=0)
    """Sessions of an earlier one have ended."""
    # One name, as the house calls the person, is all that is kept.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = None  # type: ignore[assignment]
    # Nobody is outside of the roles.
    is_staff = None
    is_superuser = None
    objects: ClassVar[PersonManager] = PersonManager()  # type: ignore[assignment]
    EMAIL_FIELD = ""
    REQUIRED_FIELDS: ClassVar[list[str]] = ["casino_id", "role", "display_name"]

    class Meta:
        verbose_name = "person"
        verbose_name_plural = "people"
        indexes = [
            models.Index(fields=["casino_id", "role"], name="people_by_casino_and_role"),
            models.Index(fields=["username"], name="people_by_name"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["casino_id", "username"], name="one_name_in_a_casino"),
            models.UniqueConstraint("casino_id", Lower("username"), name="one_name_in_a_casino_in_any_case"),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def account_name(self) -> str:
        """The name with the casino's number, `anna@2`: it is nobody else's, and limits of attempts count by it."""
        return f"{self.username}@{self.casino_id}"

    @property
    def signs_in_as(self) -> str:
        """The name to type on the sign-in page. One query."""
        return self.account_name if has_several_casinos() else self.username

    def set_password(self, raw_password: str | None) -> None:
        """Keep the hash of a password and when it was set, not yet saved."""
        super().set_password(raw_password)
        self.password_set_at = timezone.now()

    def set_pin(self, pin: str) -> None:
        """Keep the hash of a PIN, not yet saved."""
        self.pin = hash_pin(pin)

    def end_sessions(self) -> None:
        """End all sessions of the person, and with them their event streams, with the transaction of the caller.

        The caller holds the row in that transaction.
        """
        self.session_generation += 1
        self.save(update_fields=["session_generation"])

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Changes with the password, and with each end of all sessions."""
        if not self.session_generation:
            unchanged: str = super()._get_session_auth_hash(secret=secret)  # type: ignore[misc]
            return unchanged
        ended: str = salted_hmac(
            "casino.people.models.Person",
            f"{self.session_generation}/{self.password}",
            secret=secret or settings.SECRET_KEY,
            algorithm="sha256",
        ).hexdigest()
        return ended

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Return True if the person's role has the permission. The roles alone decide: Django's own permissions are
        not asked for, which would cost every page with a link that somebody does not see two queries.
        """
        return bool(has_perm(perm, self))

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name


class AttemptCounter(models.Model):
    """Wrong attempts of one source at the secret of one person, or its locks for everybody: see attempts.py."""

    kind = models.CharField(max_length=10)
    by = models.CharField(max_length=100)
    """Source of the attempt: the address of a sign-in, or the person or API client on whose screen a PIN is given.
    """
    whose = models.CharField(max_length=LONGEST_ACCOUNT_NAME, blank=True)
    """Account name of a sign-in, or the typed name if it is nobody's; for a PIN the key of its owner; empty:
    everybody's.
    """
    failures = models.PositiveIntegerField(default=0)
    locks = models.PositiveSmallIntegerField(default=0)
    locked_until = models.DateTimeField(null=True, blank=True)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "by", "whose"], name="one_counter_of_attempts")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.whose or 'anybody'} by {self.by}"


class AccessEntry(models.Model):
    """One event about sign-ins and accounts: a row outside the record, for the page of access."""

    casino_id = models.BigIntegerField()
    stream_id = models.CharField(max_length=100)
    version = models.BigIntegerField()
    day = models.CharField(max_length=10)
    """The gaming day (ISO)."""
    at = models.DateTimeField()
    type = models.CharField(max_length=40)
    person = models.CharField(max_length=40)
    """Whom it is about, by the record's identifier."""
    person_name = models.CharField(max_length=200)
    by = models.CharField(max_length=200)
    """Name of the actor; empty if it was the person."""
    terminal = models.CharField(max_length=100)
    signed = models.JSONField(default=list)
    """Names of the second signatories."""
    data = models.JSONField()
    pk = models.CompositePrimaryKey("casino_id", "stream_id", "version")

    class Meta:
        db_table = "people_access"
        indexes = [
            models.Index(fields=["casino_id", "day", "at"], name="access_by_day"),
            models.Index(fields=["casino_id", "person", "at"], name="access_by_person"),
        ]

    def __str__(self) -> str:
        return f"{self.type} of {self.person_name} on {self.day}"
