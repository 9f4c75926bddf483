"""The forms of setting up, a step each."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from babel import Locale
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from casino.kit.forms.readable_form import ReadableForm
from casino.kit.sentences import sentence_of
from casino.people.models import LONGEST_DISPLAY_NAME, Person, Role
from casino.people.pin_rules import MOST_PIN_DIGITS, check_pin
from tables.handling.models import Casino
from tables.refusal import Refused
from tables.registers.entries.kinds.casino import LONGEST_CASINO_NAME
from tables.registers.people.decide import OF_A_CASINO
from tables.roulette.currency_check import currencies
from tables.roulette.loader import rulebooks
from tables.text import alike


class StepForm(ReadableForm):
    """A step of the set-up. `draft` has the entered values of the steps before.

    The fields look like all fields of the casino.
    """

    def __init__(self, *args: Any, draft: Mapping[str, Any], **options: Any) -> None:
        self.draft = draft
        super().__init__(*args, **options)
        for field in self.fields.values():
            if not isinstance(field.widget, (forms.RadioSelect, forms.CheckboxSelectMultiple)):
                field.widget.attrs.setdefault("class", "field")
            field.widget.attrs.setdefault("autocomplete", "off")


class LanguageForm(StepForm):
    language = forms.ChoiceField(
        label=_("Language of these pages"), choices=settings.LANGUAGES, widget=forms.RadioSelect
    )


class CasinoForm(StepForm):
    name = forms.CharField(label=_("Name of the casino"), max_length=LONGEST_CASINO_NAME)
    time_zone = forms.ChoiceField(label=_("Time zone"))
    currency = forms.ChoiceField(label=_("Currency"))
    day_begins_at = forms.TypedChoiceField(
        label=_("The gaming day begins at"),
        help_text=_("What happens earlier belongs to the evening before."),
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        coerce=int,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["time_zone"].choices = [(zone, zone.replace("_", " ")) for zone in _time_zones()]  # type: ignore[attr-defined]
        self.fields["currency"].choices = _currency_choices()  # type: ignore[attr-defined]
        self.initial = {
            "time_zone": settings.TIME_ZONE,
            "currency": "EUR",
            "day_begins_at": settings.GAMING_DAY_BEGINS_AT,
            **self.initial,
        }

    def clean_name(self) -> str:
        """Return the name. Raises ValidationError for the name of another casino here."""
        name = str(self.cleaned_data["name"])
        if alike(name, Casino.objects.values_list("name", flat=True)) is not None:
            raise ValidationError(_("Another casino here is called so."))
        return name


class LanguagesForm(StepForm):
    languages = forms.MultipleChoiceField(
        label=_("Languages of the casino"),
        help_text=_(
            "In which the staff may read the screens. Tables announce in the language of their rulebook."
        ),
        choices=settings.LANGUAGES,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose one language at least.")},
    )


class RulebooksForm(StepForm):
    rulebooks = forms.MultipleChoiceField(
        label=_("Rulebooks that are played"),
        help_text=_("A table is registered with one of them. More can be chosen later."),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose one rulebook at least.")},
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["rulebooks"].choices = [  # type: ignore[attr-defined]
            (id_, f"{id_}: {each.title}, {each.currency}") for id_, each in sorted(rulebooks().items())
        ]

    def clean_rulebooks(self) -> list[str]:
        """Rulebooks that are played in the casino's currency."""
        chosen: list[str] = self.cleaned_data["rulebooks"]
        currency = self.draft.get("casino", {}).get("currency", "")
        for id_ in chosen:
            own = rulebooks()[id_].currency
            if currency and own != currency:
                raise ValidationError(
                    _("%(rulebook)s is played in %(own)s, and the casino's currency is %(currency)s."),
                    params={"rulebook": id_, "own": own, "currency": currency},
                )
        return chosen


class AdministratorForm(StepForm):
    """The first administrator: name, sign-in, password and PIN, both typed twice."""

    display_name = forms.CharField(
        label=_("Name"),
        help_text=_("As the screens and the record show it."),
        max_length=LONGEST_DISPLAY_NAME,
    )
    sign_in = forms.CharField(
        label=_("Name to sign in with"),
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("Twelve characters at least."),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password_again = forms.CharField(
        label=_("Password again"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    pin = forms.CharField(
        label=pgettext_lazy("secret", "PIN"),
        help_text=_("4 to 12 digits, with which you sign what a colleague does."),
        max_length=MOST_PIN_DIGITS,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric"}),
    )
    pin_again = forms.CharField(
        label=_("PIN again"),
        max_length=MOST_PIN_DIGITS,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric"}),
    )

    def clean_sign_in(self) -> str:
        """The name to sign in with: of the characters that such a name has."""
        name = str(Person.normalize_username(self.cleaned_data["sign_in"]))
        Person._meta.get_field("username").run_validators(name)
        if OF_A_CASINO.search(name):
            raise ValidationError(_("A name to sign in with does not end with @ and a number."))
        return name

    def clean_pin(self) -> str:
        """A PIN that somebody can have."""
        pin = str(self.cleaned_data["pin"])
        try:
            check_pin(pin)
        except Refused as refused:
            raise ValidationError(capfirst(sentence_of(refused.refusal)), code=refused.refusal.code) from None
        return pin

    def clean(self) -> dict[str, Any]:
        """The password by the rules of the house, and both secrets the same twice."""
        entered = super().clean() or self.cleaned_data
        if password := entered.get("password"):
            try:
                validate_password(password, self.person())
            except ValidationError as refused:
                self.add_error("password", refused.messages[0])
        for secret, message in (
            ("password", _("The two passwords are not the same.")),
            ("pin", _("The two PINs are not the same.")),
        ):
            if (
                secret in entered
                and f"{secret}_again" in entered
                and entered[secret] != entered[f"{secret}_again"]
            ):
                self.add_error(f"{secret}_again", message)
        return entered

    def person(self) -> Person:
        """The administrator as entered, not saved: without casino and secrets."""
        return Person(
            username=self.cleaned_data.get("sign_in", ""),
            display_name=self.cleaned_data.get("display_name", ""),
            role=Role.ADMINISTRATOR,
        )


STEPS: dict[str, type[StepForm]] = {
    "language": LanguageForm,
    "casino": CasinoForm,
    "languages": LanguagesForm,
    "rulebooks": RulebooksForm,
    "administrator": AdministratorForm,
}
"""The steps in their order, by their name in the address."""


@cache
def _time_zones() -> tuple[str, ...]:
    """Time zones by region and place, without the older names and offsets that the tz database keeps."""
    old = {"Etc", "SystemV", "US", "Brazil", "Canada", "Chile", "Mexico"}
    places = (zone for zone in available_timezones() if "/" in zone and zone.split("/")[0] not in old)
    return (*sorted(places), "UTC")


def _currency_choices() -> list[tuple[str, str]]:
    names = Locale.parse((get_language() or "en").replace("-", "_")).currencies
    return sorted(
        ((code, f"{code}, {names.get(code, code)}") for code in currencies()),
        key=lambda each: each[0],
    )
