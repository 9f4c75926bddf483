"""A table's screens as a pit boss uses them in a real browser, found by role and by label in the reader's language.

Each word that is looked for is a sentence of the catalogue: one that a language lacks fails the step that needs it, and
so does one that is shown in another language.
"""

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from casino.kit.seats import COLOURS, LABELS
from casino.people.models import Person
from testkit.browsers import DESKTOP, PATIENCE_MS, TABLET
from testkit.people import browser_of

ANY = "\N{REPLACEMENT CHARACTER}"
"""Placeholder in a sentence for a value that the step does not know, such as a date."""


class _Untranslated(gettext.NullTranslations):
    """Catalogue that answers for missing sentences."""

    def gettext(self, message: str) -> str:
        raise AssertionError(f"no translation of {message!r}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise AssertionError(f"no translation of {msgid1!r}")


class Words:
    """The sentences of one language: `words("Open {code}", code="T1")`, by the msgid as the code has it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue: gettext.NullTranslations = gettext.NullTranslations()
        if language != "en":
            (folder,) = settings.LOCALE_PATHS
            self._catalogue = gettext.translation("django", folder, [language])
            self._catalogue.add_fallback(_Untranslated())

    def __call__(self, msgid: str, **values: object) -> str:
        text = self._catalogue.gettext(msgid)
        return text % values if "%(" in text else text.format(**values)

    def somewhat(self, msgid: str, **values: object) -> re.Pattern[str]:
        """Return a pattern of the whole sentence, in which each ANY matches everything."""
        known = re.escape(self(msgid, **values)).replace(re.escape(ANY), ".+")
        return re.compile(f"^{known}$")


@contextmanager
def signed_in(chromium: Browser, web: str, person: Person, *, touch: bool) -> Iterator[BrowserContext]:
    """Yield a browser of this person, who has signed in. An error on a page's console fails the test."""
    errors: list[str] = []
    with chromium.new_context(
        viewport=TABLET if touch else DESKTOP, has_touch=touch, base_url=web
    ) as context:
        session = browser_of(person).cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": web}])
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        context.set_default_timeout(PATIENCE_MS)
        yield context
    # A refusal is a 422, which the browser notes as an error of its own.
    assert [error for error in errors if "422" not in error] == []


class Screen:
    """One page of a signed-in person, with its words."""

    def __init__(self, context: BrowserContext, words: Words, *, touch: bool) -> None:
        self.page: Page = context.new_page()
        self.words = words
        self.touch = touch

    def press(self, what: Locator) -> None:
        """With the finger or with the mouse, once it can be pressed."""
        if self.touch:
            what.tap()
        else:
            what.click()

    def button(self, msgid: str, *, within: Locator | None = None, **values: object) -> Locator:
        """The button with these words, on the page or within a part of it."""
        return (within or self.page).get_by_role("button", name=self.words.somewhat(msgid, **values))

    def field(self, msgid: str, *, within: Locator | None = None, **values: object) -> Locator:
        """The field with this label."""
        return (within or self.page).get_by_label(self.words.somewhat(msgid, **values))

    def choose(self, msgid: str, person: Person, *, within: Locator) -> None:
        """Choose somebody by name from the list with this label."""
        found = within.get_by_role("combobox", name=self.words(msgid), exact=True)
        value = found.locator("option").filter(has_text=person.display_name).get_attribute("value")
        found.select_option(value)

    def heading(self, msgid: str, **values: object) -> Locator:
        return self.page.get_by_role("heading", name=self.words(msgid, **values))

    def sees(self, msgid: str, *, within: Locator | None = None, **values: object) -> None:
        """These words come onto the page, or onto a part of it."""
        expect(within or self.page.locator("#page")).to_contain_text(self.words(msgid, **values))

    def countersigned(self, within: Locator, person: Person, pin: str) -> None:
        """A colleague chooses themselves and enters their PIN."""
        self.choose("Colleague", person, within=within)
        self.field("PIN", within=within).fill(pin)


class TableScreen(Screen):
    """The page of one table."""

    def __init__(self, context: BrowserContext, words: Words, code: str, *, touch: bool) -> None:
        super().__init__(context, words, touch=touch)
        self.code = code

    def come(self) -> None:
        """Come from the floor to the table, as a person finds it there."""
        self.page.goto("/floor/")
        self.press(self.page.get_by_role("article", name=self.code).get_by_role("link", name=self.code).first)
        expect(self.page.get_by_role("heading", name=self.code).first).to_be_visible()

    def panel(self, msgid: str, **values: object) -> Locator:
        """Return the panel with this name: a form of its own over the page."""
        return self.panel_called(self.words(msgid, **values))

    def panel_called(self, name: str) -> Locator:
        """Return the panel by a name outside of the catalogues, such as a slip's number."""
        open_now = self.page.locator("[popover]:popover-open")
        return open_now.and_(self.page.get_by_label(name, exact=True))

    def command(self, msgid: str, **values: object) -> None:
        """Give one of the table's commands, wherever its button is on the page."""
        self.press(self.button(msgid, within=self.page.locator("#page"), **values).first)

    def next(self, msgid: str, **values: object) -> None:
        """The one thing to do next is this, and is done."""
        step = (
            self.page.locator(".next-place")
            .get_by_role("button")
            .filter(has_text=self.words(msgid, **values))
        )
        self.press(step.first)

    def waits_for(self, msgid: str, **values: object) -> None:
        """The one thing to do next is this."""
        expect(self.page.locator(".next-place .next b")).to_have_text(self.words(msgid, **values))

    # ---- the day

    def open(self, staff: Mapping[str, Person]) -> None:
        """Open the table with these people at their places, its float to be counted."""
        form = self.page.get_by_role("main")
        for place, person in staff.items():
            form.get_by_role("combobox", name=place).fill(person.display_name)
        self.field("The float is counted, and signed by two people", within=form).check()
        self.press(self.button("Open %(code)s for %(day)s", within=form, code=self.code, day=ANY))

    def count_float(self, pieces: Mapping[str, int], verified: Person, pin: str) -> None:
        """Count so many pieces of each value, and let a colleague verify the count."""
        self.press(self.button("Count the float", within=self.page.locator("#page")).first)
        pad = self.panel("Count the float")
        for value, count in pieces.items():
            self.field("Pieces of %(label)s", within=pad, label=value).fill(str(count))
        self.countersigned(pad, verified, pin)
        self.press(self.button("Counted and verified", within=pad))
        expect(pad).to_be_hidden()

    def close(self) -> None:
        self.command("Close the table")
        panel = self.panel("Close the table")
        expect(panel).not_to_contain_text(self.words("It does not close yet. Still open:"))
        self.press(self.button("Close the table", within=panel))

    # ---- a coup

    def lay(self, place: str, *, seat: int, amount: str = "", announced: bool = False) -> None:
        """Lay a bet by touching its place; an `announced` bet is repeated aloud before it counts.

        Without an amount it is a chip of the value in hand, or of the player's colour.
        """
        before = self.bets().count()
        self.touch_place(place, seat=seat, amount=amount)
        if announced:
            asked = self.page.get_by_role("alert").filter(has=self.page.get_by_role("checkbox"))
            asked.get_by_role("checkbox").check()
            self.press(self.button("Place", within=asked))
        expect(self.bets()).to_have_count(before + 1)

    def touch_place(self, place: str, *, seat: int, amount: str = "") -> None:
        """Touch a place of the cloth with a seat's chips in hand; accept any answer."""
        player = self.words(LABELS[COLOURS[seat - 1]], number=seat)
        self.page.get_by_role("radio", name=player, exact=True).check(force=True)
        if amount:
            self.field("Another amount").fill(amount)
        self.press(self.place(place))

    def place(self, name: str) -> Locator:
        """Return a place of the cloth by its name for a screen reader."""
        cloth = self.page.get_by_role("group", name=self.words("Cloth: arrow keys move, Enter places a chip"))
        return cloth.get_by_role("button", name=name, exact=True)

    def number(self, number: int) -> None:
        """The number is read off the wheel and entered."""
        self.next("Enter the number")
        pad = self.panel("Number by hand")
        pad.get_by_role("radio", name=str(number), exact=True).check(force=True)
        self.press(self.button("Declare", within=pad))
        expect(pad).to_be_hidden()

    def spin(self, number: int) -> None:
        """The ball is launched, bets close, and the number falls."""
        self.next("Launch")
        self.next("Rien ne va plus")
        self.number(number)

    def paid(self, coup: int, *, cleared: bool) -> None:
        """The losers are `cleared`, where that is a step of its own, and the coup is paid."""
        if cleared:
            self.next("Clear the losers")
        self.next("Confirm coup {coup} paid", coup=coup)
        self.waits_for("Faites vos jeux")

    def bets(self) -> Locator:
        """Return the bets on the cloth, in words."""
        return self.page.locator("#bets").get_by_role("listitem")

    def card(self, msgid: str, **values: object) -> Locator:
        """The part of the page under this heading."""
        heading = self.page.get_by_role("heading", name=self.words(msgid, **values))
        return self.page.locator("section").filter(has=heading).last

    def sheet(self, coup: int) -> Locator:
        """The payout sheet of a coup."""
        return self.card("Payout sheet, coup %(coup)s", coup=coup)


def types_of(events: Any) -> list[str]:
    """Return the types of the events, in the order of the record."""
    return [event.type for event in events]
