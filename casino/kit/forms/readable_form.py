"""Forms whose texts are normalized and checked before their fields read them (`tables.text`)."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import lazystr
from django.utils.text import capfirst

from casino.kit.sentences import sentence_of
from tables.refusal import Refused
from tables.text import LONGEST_STORED, normalized, text_fault, visible


class RefusedField(ValidationError):
    """A field's mistake, with its refusal."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(lazystr(sentence_of(refused.refusal)), code=refused.refusal.code)
        self.refused = refused


class VerbatimField(forms.Field):
    """Text with its spaces as typed: a secret, or a choice in an address. It is cut off after `longest` characters."""

    def __init__(self, *, longest: int | None = None, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.longest = longest

    def clean(self, value: str | None) -> str:
        """Return the text; empty if nothing was typed."""
        return (value or "")[: self.longest]


class ReadableTexts(forms.BaseForm):
    """Part of every form: a text that is not one line of readable characters is a mistake of its field.

    The field then reads, and shows again, visible placeholders, so that no such character reaches a query or a page.
    Secrets are left as they were typed.
    """

    def full_clean(self) -> None:
        """Check the texts, and then the fields."""
        found = dict(self._unreadable_texts()) if self.is_bound else {}
        super().full_clean()
        for name, fault in found.items():
            self.add_error(name, self._mistake_in(name, fault))

    def _mistake_in(self, name: str, fault: Refused) -> ValidationError:
        return ValidationError(capfirst(sentence_of(fault.refusal)), code=fault.code)

    def _unreadable_texts(self) -> Iterator[tuple[str, Refused]]:
        """Normalize the form's texts in `data`; yield the fields of unreadable ones, each with the rule."""
        sent = self.data
        data: Any = sent.copy() if isinstance(sent, QueryDict) else dict(sent)
        for key in sent:
            name = self._field_read_from(key)
            if name is None:
                continue
            texts = sent.getlist(key) if isinstance(sent, QueryDict) else [sent[key]]
            read = [self._readable_text(name, each) for each in texts]
            if isinstance(data, QueryDict):
                data.setlist(key, [visible(each) if isinstance(each, str) else each for each in read])
            else:
                data[key] = visible(read[0]) if isinstance(read[0], str) else read[0]
            for each in read:
                if isinstance(each, str) and (fault := text_fault(each, max(LONGEST_STORED, len(each)))):
                    yield name, fault
        self.data = data

    def _readable_text(self, name: str, text: Any) -> Any:
        if not isinstance(text, str):
            return text
        text = normalized(text)
        return " ".join(text.split()) if getattr(self.fields[name], "joins_lines", False) else text

    def _field_read_from(self, key: str) -> str | None:
        """Return the field that reads this input, also one of several inputs of a field: `limits-minimum`."""
        named = self._input_names.get(key)
        if named is None:
            named = next((name for at, name in self._input_names.items() if key.startswith(f"{at}-")), None)
        return None if named is None or _is_secret(self.fields[named]) else named

    @property
    def _input_names(self) -> Mapping[str, str]:
        return {self.add_prefix(name): name for name in self.fields}


class ReadableForm(ReadableTexts, forms.Form):
    """Base of the forms of screens that make no command."""


def _is_secret(field: forms.Field) -> bool:
    return isinstance(field, VerbatimField) or isinstance(field.widget, forms.PasswordInput)
