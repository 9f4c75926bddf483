"""Every form by which something is asked of the house carries a key, and every address hands it on to the door behind
it, so that what is sent twice is done once."""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

TEMPLATES = Path(settings.BASE_DIR) / "templates"
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
INCLUDED = re.compile(r'{%-?\s*include\s+"([^"]+)"[^%]*%}')
KEYS = ('name="key"', "{% form_key %}", "{% for name, value in held %}")
"""A key, or all that another form had in it, its key too."""
ASKS_NOTHING = ("sign_out", "lock_now", 'aria-labelledby="sign-in-title"')
"""Who signs in or out, or locks the screen, asks nothing of the house."""
ENDS_ITSELF = ("requests:confirm", "requests:refuse")
"""A decision ends its request: the second press finds it decided."""
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
    without = [
        form for form in asking if not any(each in form for each in (*KEYS, *ASKS_NOTHING, *ENDS_ITSELF))
    ]
    if GIVES_KEYS in source:
        without = [form for form in without if "hx-post" not in form]
    assert [form[:160] for form in without] == []


def test_there_are_such_forms() -> None:
    assert sum(len(FORM.findall(whole(page))) for page in pages()) > 100


# -------------------------------------------------------------- the addresses

HANDS_ON = (
    "idempotency_key=",
    "submit(",
    "respond_once(",
    "@posting(",
    "wait_for_officer(",
    "request_table(",
)
"""How a view hands a key on: to a command handler, with a form, or to the responses of the API."""
BY_THEMSELVES = {
    "oauth/token/": "asks nothing of the house",
    "compliance/files/ask": "a file that is being made already is not made twice",
    "compliance/files/<str:job>/throw-away": "what is thrown away stays away",
    "people/load-staff": "a list that is loaded again changes nothing",
    "registers/load": "a list that is loaded again changes nothing",
    "welcome/<int:number>/<str:token>/": "a link is good once",
    "sign-in/second-step/": "signs in; a code is good once",
    "sign-in/second-step/options/": "a challenge is another each time",
    "sign-in/passkey/": "signs in; an answer is good once",
    "sign-in/passkey/options/": "a challenge is another each time",
    "sign-in/again/": "proves who is signed in, however often",
    "sign-in/again/options/": "a challenge is another each time",
    "your-sign-in/app/": "there is one app, and the second press finds it there",
    "your-sign-in/passkey/": "what the browser made is kept once: its challenge is used up",
    "your-sign-in/passkey/options/": "a challenge is another each time",
    "your-sign-in/recovery-codes/": "new codes make those before them void",
    "your-sign-in/remove/": "what has gone stays gone",
    "your-password/": "the second press has the wrong old password",
    "locked/": "what is open stays open",
    "lock/": "what is locked stays locked",
    "still-here/": "asks nothing",
    "live/<str:code>/seat/<int:number>/confirm": "a round is confirmed once, whatever is pressed",
    "live/<str:code>/seat/<int:number>/do/<slug:command>": "a draft is the seat's own; what is left is left",
    "live/<str:code>/screens/make": "a new code of a seat makes the one before it void",
    "live/<str:code>/screens/<int:screen>/revoke": "what has ended stays ended",
    "requests/<uuid:waiting>/confirm": "a request is decided once",
    "requests/<uuid:waiting>/refuse": "a request is decided once",
    "readers/<str:code>/record": "a recording that runs is not begun again",
    "readers/<str:code>/recordings/<int:number>/stop": "a recording that has ended stays ended",
    "readers/<str:code>/dead-letters/<int:number>/<slug:act>": "a dead letter is decided once",
    "connect-reader/begin": "a draft is the person's own, and registers nothing",
    "connect-reader/<slug:draft>/address": "a step is entered again as often as one likes",
    "connect-reader/<slug:draft>/protocol": "a step is entered again as often as one likes",
    "connect-reader/<slug:draft>/number": "a step is entered again as often as one likes",
    "connect-reader/<slug:draft>/register": "a draft registers one reader, once",
    "connect-reader/<slug:draft>/drop": "a draft that is gone stays gone",
    "set-up/<str:token>/<slug:name>/": "a step is entered again as often as one likes, and a link sets up one casino",
    "seat/": "a code opens one screen, once",
    "api/v1/tables/<str:code>/commands/<str:command>": "there is no such command",
    "api/v1/wheel-readers/<str:reader>/observations": "an observation has a key of its reader's",
}
"""Addresses that need no key, and why."""


def addresses(of: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every address of the house with its view."""
    for each in (of or get_resolver()).url_patterns:
        if isinstance(each, URLResolver):
            yield from addresses(each, f"{before}{each.pattern}")
        elif isinstance(each, URLPattern):
            yield f"{before}{each.pattern}", each.callback


def takes_posts(view: Callable[..., Any]) -> bool:
    """Whether something is asked by it."""
    classes = made_of(view)
    if classes:
        return any("post" in vars(each) for each in classes)
    return "@require_POST" in inspect.getsource(inspect.unwrap(view))


def made_of(view: Callable[..., Any]) -> tuple[type, ...]:
    """The classes of the house that a view is made of; none where it is a function."""
    of_class = getattr(view, "view_class", getattr(view, "cls", None))
    return (
        tuple(each for each in of_class.__mro__ if each.__module__.startswith("casino.")) if of_class else ()
    )


def sources(view: Callable[..., Any]) -> str:
    """The modules in which a view, or a class that it is made of, is written."""
    modules = {each.__module__ for each in made_of(view) or (inspect.unwrap(view),)}
    return "".join(inspect.getsource(sys.modules[each]) for each in modules)


ASKED = {address: view for address, view in addresses() if takes_posts(view)}


@pytest.mark.parametrize("address", sorted(ASKED.keys() - BY_THEMSELVES.keys()))
def test_every_address_at_which_something_is_asked_hands_its_key_on(address: str) -> None:
    assert any(each in sources(ASKED[address]) for each in HANDS_ON)


def test_no_address_is_excused_that_there_is_not() -> None:
    assert BY_THEMSELVES.keys() <= ASKED.keys()
    assert len(ASKED) > 100
