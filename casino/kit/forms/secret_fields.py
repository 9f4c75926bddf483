"""Fields for secrets: passwords, PINs, codes and answers of passkeys. No page shows their values again.

The type of a field makes it secret, and a name is secret in all forms or in none. So code that holds or repeats an
entered form asks `is_secret`, without knowing the form.
"""

from collections.abc import Iterator

from django import forms

from casino.kit.forms.fields import Form
from casino.kit.forms.readable_form import ReadableForm, VerbatimField

LONGEST = 100
"""Characters of a PIN that are read; no PIN is so long."""


class SecretField(VerbatimField):
    """A secret as it was typed, spaces and all. Characters beyond `longest` are cut off."""

    widget = forms.PasswordInput


def secrets_form(*names: str) -> type[forms.Form]:
    """Return a form of secrets. Their names may be invalid as names in Python, such as `pin-2`."""
    fields = {name: SecretField(longest=LONGEST) for name in names}
    return type("SecretsForm", (ReadableForm,), {"__module__": __name__, **fields})


def secrets_in(form: type[forms.Form], entered: Form) -> dict[str, str]:
    """Return the secrets of that form in an entered one, by name; empty if nothing was typed."""
    bound = form(entered)
    bound.full_clean()
    return {name: str(value) for name, value in bound.cleaned_data.items()}


def is_secret(name: str) -> bool:
    """Return True if a form has a field of this name for a secret: its widget never renders its value."""
    return any(
        isinstance(form.base_fields[name].widget, forms.PasswordInput)
        for form in all_forms()
        if name in form.base_fields
    )


def all_forms(of: type[forms.Form] = forms.Form) -> Iterator[type[forms.Form]]:
    """Return the classes of all forms that are declared."""
    for form in of.__subclasses__():
        yield form
        yield from all_forms(form)
