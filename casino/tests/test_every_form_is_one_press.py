"""Every form by which something is asked of the house carries a key, so that what is sent twice is done once."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR) / "templates"
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
INCLUDED = re.compile(r'{%-?\s*include\s+"([^"]+)"[^%]*%}')
KEYS = ('name="key"', "{% form_key %}")
ASKS_NOTHING = ("sign_out", 'aria-labelledby="sign-in-title"')
"""Who signs in or out asks nothing of the house."""
ONLY_SHOWN = ("floor/sheets.html", "floor/sheet_to_print.html")
"""Payout sheets that nobody ticks off there: their forms are not drawn."""
GIVES_KEYS = "js/forms.js"
"""The script that gives a key to each form that htmx sends."""


def whole(name: str, within: tuple[str, ...] = ()) -> str:
    """The template with all that it includes."""
    text = (TEMPLATES / name).read_text()
    return INCLUDED.sub(
        lambda part: "" if part[1] in within else whole(part[1], (*within, name)),
        text,
    )


def pages() -> list[str]:
    """What is no part of another template, by its path."""
    found = (path for path in TEMPLATES.rglob("*.html") if not path.name.startswith("_"))
    return sorted(str(path.relative_to(TEMPLATES)) for path in found)


@pytest.mark.parametrize("page", [each for each in pages() if each not in ONLY_SHOWN])
def test_every_form_of_a_page_has_its_key_or_a_script_that_gives_it_one(page: str) -> None:
    source = whole(page)
    asking = [form for form in FORM.findall(source) if 'method="post"' in form or "hx-post" in form]
    without = [form for form in asking if not any(each in form for each in (*KEYS, *ASKS_NOTHING))]
    if GIVES_KEYS in source:
        without = [form for form in without if "hx-post" not in form]
    assert [form[:160] for form in without] == []


def test_there_are_such_forms() -> None:
    assert sum(len(FORM.findall(whole(page))) for page in pages()) > 100
