"""Parts of pages are made once for what they show, and never show what is past."""

import logging
import re
import tracemalloc
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from hashlib import blake2b
from typing import ClassVar

import msgspec
import pytest
from django.template import Context, engines
from django.template.base import Template
from django.template.exceptions import TemplateSyntaxError
from django.urls import set_script_prefix
from django.utils.safestring import SafeString
from django.utils.timezone import override as in_time_zone
from django.utils.translation import override as in_language

from casino.kit.page_parts.kept_parts import Shelf
from casino.people.models import Role
from casino.people.signing import Colleague
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.people import browser_of, engage

Draw = Callable[..., str]


class Counting:
    """A value whose reading is counted."""

    def __init__(self) -> None:
        self.read = 0

    def __str__(self) -> str:
        self.read += 1
        return str(self.read)


class Bet(msgspec.Struct, frozen=True):
    """A bet, and how often any was asked for its words."""

    asked: ClassVar[int] = 0
    name: str
    amount: int

    @property
    def words(self) -> str:
        Bet.asked += 1
        return f"{self.name}, {self.amount}"


def template(text: str) -> Template:
    # The stubs know the template that every engine has, and not that of Django's own.
    return engines["django"].from_string(text).template  # type: ignore[attr-defined, no-any-return]


def drawer(text: str) -> Draw:
    """Draws the one template with what is given; what it keeps it keeps from call to call."""
    made = template("{% load kit i18n %}" + text)
    return lambda **shown: made.render(Context(shown))


@pytest.fixture
def unkept(caplog: pytest.LogCaptureFixture) -> Iterator[Callable[[], list[str]]]:
    """Why parts were not kept, since it was last asked."""
    caplog.set_level(logging.DEBUG, logger="casino.kit.page_parts.kept_parts")

    def said() -> list[str]:
        words = [
            record.getMessage()
            for record in caplog.records
            if record.name == "casino.kit.page_parts.kept_parts"
        ]
        caplog.clear()
        return words

    yield said


def test_a_part_is_made_once_for_what_it_shows() -> None:
    draw = drawer("{% kept bet page.code %}{{ bet.words }} at {{ page.code }}{% endkept %}")
    Bet.asked = 0
    for code in ("RF1", "RF1", "RF2"):
        assert draw(bet=Bet("rouge", 5), page={"code": code}) == f"rouge, 5 at {code}"
    assert draw(bet=Bet("rouge", 6), page={"code": "RF1"}) == "rouge, 6 at RF1"
    assert Bet.asked == 3, "the second time it was there"


def test_the_same_values_find_it_and_others_do_not(unkept: Callable[[], list[str]]) -> None:
    draw = drawer("{% kept shown %}{{ shown }}{% endkept %}")
    for shown in (1, True, "1", 1.5, Decimal("1.50"), "<b>", None, "", Decimal("1.5")):
        plainly = drawer("{{ shown }}")(shown=shown)
        assert [draw(shown=shown), draw(shown=shown)] == [plainly, plainly]
    assert draw(shown=SafeString("<b>")) == "<b>", "markup is not the text that looks like it"
    assert draw() == ""
    assert draw(shown="1") == "1", "what is not there is not what is empty"
    assert not unkept()


def test_part_that_reads_another_name_is_drawn_and_not_stored(unkept: Callable[[], list[str]]) -> None:
    draw = drawer(
        "{% kept page.code %}{{ page.code }} {{ page.phase }}{% if person %} {{ person }}{% endif %}{% endkept %}"
    )
    assert draw(page={"code": "RF1", "phase": "idle"}) == "RF1 idle"
    assert "it reads page.phase, person" in unkept()[0]
    assert draw(page={"code": "RF1", "phase": "betting"}, person="Ana") == "RF1 betting Ana"
    whole = drawer(
        "{% kept page.code %}{% with it=page %}{{ it.code }}{{ it.phase }}{% endwith %}{% endkept %}"
    )
    assert whole(page={"code": "RF1", "phase": "idle"}) == "RF1idle"
    assert whole(page={"code": "RF1", "phase": "paying"}) == "RF1paying"
    size = drawer("{% kept page.code %}{% if page %}{{ page|length }}{% endif %}{% endkept %}")
    assert (size(page={"code": 1}), size(page={"code": 1, "more": 2})) == ("1", "2")


def test_a_form_keeps_its_one_press_in_a_part_that_is_kept(unkept: Callable[[], list[str]]) -> None:
    form = "{% kept name %}{{ name }}{% form_key %}{% endkept %}"
    draw = drawer("{% kept name %}" + form + form + "{% endkept %}")
    keys = [key for _ in range(3) for key in re.findall('value="([0-9a-f]{16})"', draw(name="P1"))]
    assert len(keys) == len({*keys}) == 6
    assert not unkept()


def test_signers_are_filled_in_for_each_reader(unkept: Callable[[], list[str]]) -> None:
    draw = drawer("{% kept bet %}{{ bet.words }}: {% colleagues 'pit_boss chef_de_table' %}{% endkept %}")
    ana, bruno = Colleague("ana", "Ana & co", "pit_boss"), Colleague("bruno", "Bruno", "cash_desk")
    carla = Colleague("carla", "Carla", "chef_de_table")
    Bet.asked = 0
    offered = {
        (ana, bruno, carla): '<option value="ana">Ana &amp; co</option><option value="carla">Carla</option>',
        (carla,): '<option value="carla">Carla</option>',
        (): "",
    }
    for signers, options in offered.items():
        assert draw(bet=Bet("rouge", 5), signers=signers) == f"rouge, 5: {options}"
    assert Bet.asked == 1, "the part itself was there"
    assert not unkept()
    assert drawer("{% colleagues %}")(signers=(bruno,)) == '<option value="bruno">Bruno</option>'


def test_a_gap_in_an_include_that_sees_nothing_else_is_filled_as_well() -> None:
    draw = drawer(
        "{% kept name %}{{ name }}{% include 'kit/_signature.html' with id='x' suffix='' only %}{% endkept %}"
    )
    for name in ("ana", "bruno"):
        assert f'<option value="{name}">' in draw(name="P1", signers=(Colleague(name, name, "pit_boss"),))


def test_part_of_other_than_plain_data_is_not_stored(unkept: Callable[[], list[str]]) -> None:
    counted = Counting()
    draw = drawer("{% kept counted %}{{ counted }}{% endkept %}")
    assert (draw(counted=counted), draw(counted=counted)) == ("1", "2")
    assert "Counting is not plain data" in unkept()[0]


def test_a_word_that_is_not_there_is_empty_as_anywhere(unkept: Callable[[], list[str]]) -> None:
    draw = drawer(
        "{% kept page.colours.out none.there %}[{{ page.colours.out }}{{ none.there }}]{% endkept %}"
    )
    assert (draw(page={"colours": {}}), draw(page={}), draw()) == ("[]", "[]", "[]")
    assert draw(page={"colours": {"out": 3}}, none={"there": 4}) == "[34]"
    assert not unkept()


def test_stored_part_follows_language_time_zone_and_address() -> None:
    at = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
    draw = drawer("{% kept at %}{{ at|clock }} {% url 'floor:table' 'RF1' %}{% endkept %}")
    plainly = drawer("{{ at|clock }} {% url 'floor:table' 'RF1' %}")
    for zone in ("Europe/Rome", "Europe/Lisbon", "Europe/Rome"):
        with in_time_zone(zone):
            assert draw(at=at) == plainly(at=at)
    words = drawer("{% kept at %}{{ at|day_and_clock }}{% endkept %}")
    for language in ("en", "fr", "it"):
        with in_language(language):
            assert words(at=at) == drawer("{{ at|day_and_clock }}")(at=at)
    try:
        set_script_prefix("/house/")
        assert "/house/floor/RF1/" in draw(at=at)
    finally:
        set_script_prefix("/")


def test_parts_stand_within_parts_and_in_loops(unkept: Callable[[], list[str]]) -> None:
    letters = "{% for each in bet.name %}{{ forloop.counter }}{% endfor %}"
    row = "{% kept bet page.code %}<{{ bet.name }}" + letters + "{{ page.code }}>{% endkept %}"
    draw = drawer(
        "{% kept page.bets page.code %}{% for bet in page.bets %}" + row + "{% endfor %}{% endkept %}"
    )
    bets = (Bet("ab", 1), Bet("c", 2))
    for code in ("RF1", "RF2", "RF1"):
        page = {"bets": bets, "code": code}
        assert draw(page=page) == f"<ab12{code}><c1{code}>"
    assert not unkept()
    counted = drawer(
        "{% for bet in bets %}{% kept bet forloop.counter %}{{ forloop.counter }}{% endkept %}{% endfor %}"
    )
    assert counted(bets=(bets[0], bets[0])) == "12"


def test_least_recently_used_part_is_dropped_first() -> None:
    shelf = Shelf(most=25_000)
    shelf.put("a", SafeString("a" * 10_000))
    shelf.put("b", SafeString("b" * 10_000))
    assert shelf.find("a") == "a" * 10_000
    shelf.put("c", SafeString("c" * 10_000))
    assert (shelf.find("a"), shelf.find("b"), shelf.find("c")) == ("a" * 10_000, None, "c" * 10_000)
    shelf.put("c", SafeString("c" * 25_000))
    assert shelf.find("c") is None, "more than all it may keep"


@pytest.mark.parametrize("character", ["a", "é", "♠", "\U0001f3b0"])
@pytest.mark.parametrize("length", [60, 5_000])
def test_a_shelf_stays_within_its_memory_whatever_the_text(character: str, length: int) -> None:
    most, node = 2_000_000, object()
    shelf = Shelf(most)
    tracemalloc.start()
    try:
        for number in range(4 * most // (length + 400)):
            key = blake2b(str(number).encode(), digest_size=16).digest()
            shelf.put((node, key), SafeString(f"{number}{character * length}"))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most / 2 < held < most * 1.1
    assert shelf.held <= most


@pytest.mark.django_db
@pytest.mark.parametrize("rulebook", ["it-campione", "it-venezia", "pt-americana", "pt-francesa"])
def test_every_part_of_a_tables_page_and_of_the_floor_names_what_it_shows(
    casino_id: int, rulebook: str, unkept: Callable[[], list[str]]
) -> None:
    house = OpenHouse(casino_id, rulebook)
    people = [engage(role, casino_id=casino_id, pin="4711") for role in (Role.PIT_BOSS, Role.CHEF_DE_TABLE)]
    people += [engage(role, casino_id=casino_id) for role in (Role.DIRECTION, Role.GAMES_INSPECTOR)]
    browsers = [browser_of(person) for person in people]
    house.seat("P1")
    for command in (
        None,
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=5000),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=1),
        c.ConfirmPayments(),
    ):
        if command is not None:
            house.do(command)
        for browser in browsers:
            for address in ("/floor/T1/", "/floor/", "/floor/?size=full"):
                assert browser.get(address).status_code == 200
    assert not unkept()


@pytest.mark.django_db
def test_a_tables_page_is_made_once_for_two_who_may_do_the_same(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    people = [engage(Role.PIT_BOSS, casino_id=casino_id, pin="4711") for _ in range(2)]
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=5000))
    mains = []
    for person in people:
        page = browser_of(person).get("/floor/T1/", headers={"HX-Request": "true", "HX-Target": "main#page"})
        main = page.content.decode().partition("<main")[2].partition("</main>")[0]
        mains.append(re.sub(r' data-digest="\w+"', "", main))
    mine = [f'<option value="{each.username}">{each.display_name}</option>' for each in people]
    for main, own, other in zip(mains, mine, reversed(mine), strict=True):
        assert own not in main and other in main, "nobody signs beside themselves"
    assert mains[0].replace(mine[1], "") == mains[1].replace(mine[0], "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<p>17</p>", "no element with an id begins here: '<p>17</p>'"),
        (
            '<p id="a">{% unless_same %}<b id="b"></b>{% endunless_same %}</p>',
            "a wrapped part is inside another wrapped part",
        ),
    ],
    ids=["without an id", "one in another"],
)
@pytest.mark.parametrize("around", ["{}", "{{% kept a %}}{}{{% endkept %}}"], ids=["alone", "in a kept part"])
def test_part_that_may_be_omitted_is_one_element_with_an_id(text: str, why: str, around: str) -> None:
    draw = drawer(around.format(f"{{% unless_same %}}{text}{{% endunless_same %}}"))
    with pytest.raises(TemplateSyntaxError, match=re.escape(why)):
        draw(a=1)
