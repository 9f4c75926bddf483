"""In a real browser: the tasks of a pit boss from beginning to end, in three languages, with the mouse and by touch."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from casino.kit.seats import LABELS
from casino.people.models import Person, Role
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.payment_words import colour_aloud
from testkit.house import OpenHouse
from testkit.people import engage
from testkit.pit_screen import ANY, Screen, TableScreen, Words, signed_in, types_of
from testkit.screens import ScreenServices

PIN = "4711"
FLOAT = {10_000: 20, 500: 40}
IN_FLOAT = {"100": 20, "5": 40}
SIGNED = tuple(
    e.Signature(person=e.Person(id=role, name=role), role=role) for role in ("pit_boss", "cash_desk")
)


class Casa:
    """A casino with one table, closed since yesterday with FLOAT, and the people who sign there."""

    def __init__(self, casino_id: int, rulebook: str, table: str, zone: str, language: str) -> None:
        Casino.objects.create(id=casino_id, name="Casino", time_zone=zone)
        now = timezone.now()
        yesterday = gaming_day(casino_id, now) - timedelta(days=1)
        colours = {"yellow": 200, "blue": 200} if rulebook == "pt-americana" else {}
        self.house = OpenHouse(
            casino_id, rulebook, table=table, now=now, day=yesterday.isoformat(), chip_colours=colours
        )
        self.house.do(c.CountFloat(moment="closing", pieces=FLOAT, colours=colours, signatures=SIGNED))
        self.house.do(c.CloseTable())
        self.boss = self._engage(Role.PIT_BOSS, "Beatriz Sol", language)
        self.director = self._engage(Role.DIRECTION, "Dario Longhi", language)
        self.desk = self._engage(Role.CASH_DESK, "Carla Nunes", language)
        self.chief = self._engage(Role.CHEF_DE_TABLE, "Chiara Festa", language)
        self.rosa = self._engage(Role.CROUPIER, "Rosa Prado", language)
        self.anna = self._engage(Role.CROUPIER, "Anna Moro", language)

    def _engage(self, role: Role, name: str, language: str) -> Person:
        casino_id = self.house.casino_id
        person = engage(role, casino_id=casino_id, sign_in=f"{role}-{casino_id}-{name[:4]}".lower(), pin=PIN)
        person.display_name, person.language = name, language
        person.save(update_fields=["display_name", "language"])
        return person

    def types(self) -> list[str]:
        return types_of(self.house.events())

    @property
    def minimum(self) -> int:
        """The smallest stake in force, in cents."""
        limits = self.house.state.limits
        assert limits is not None
        return limits.minimum

    @property
    def spinner(self) -> str:
        """Who is at the ball."""
        spinner = self.house.state.spinner
        assert spinner is not None
        return spinner.name

    def signed(self, kind: str) -> set[str]:
        """The roles of those who signed the last event of this kind."""
        event = next(event for event in reversed(self.house.events()) if event.type == kind)
        return {each["role"] for each in event.metadata.get("signed", [])}


class Night:
    """The browsers of one house at work in one language: the pit boss at the table, and the cash desk."""

    def __init__(self, casa: Casa, table: TableScreen, desk: Screen) -> None:
        self.casa, self.table, self.desk = casa, table, desk


@pytest.fixture
def night(
    request: pytest.FixtureRequest,
    casino_id: int,
    transactional_db: None,
    screen_services: ScreenServices,
    chromium: Browser,
) -> Iterator[Night]:
    rulebook, code, zone, language, touch = request.param
    casa, words = Casa(casino_id, rulebook, code, zone, language), Words(language)
    with ExitStack() as browsers:
        web = screen_services.web
        boss = browsers.enter_context(signed_in(chromium, web, casa.boss, touch=touch))
        desk = browsers.enter_context(signed_in(chromium, web, casa.desk, touch=touch))
        yield Night(casa, TableScreen(boss, words, code, touch=touch), Screen(desk, words, touch=touch))


VENICE = ("it-venezia", "VE1", "Europe/Rome")
ANNOUNCED = (
    ("Serie 5/8, 6 gettoni", "60", 5),
    ("Orfanelli, 5 gettoni", "50", 3),
    ("Vicini 17/2", "50", 8),
    ("Nassa, 5 gettoni", "50", 8),
    ("Zero spiel, 4 gettoni", "40", 9),
    ("Orfanelli in pieno, 8 gettoni", "80", 28),
    ("Vicini dello zero, 9 gettoni", "90", 10),
    ("Vicini 0/2", "50", 5),
)
"""What is announced, for how much, and the number that falls: the first wins, and the others lose. With the two
coups of the prison they are the ten of a night."""


@pytest.mark.parametrize(
    ("night", "announced"),
    [((*VENICE, "en", False), ANNOUNCED), ((*VENICE, "it", True), ANNOUNCED[:1])],
    indirect=["night"],
)
def test_a_venetian_night(night: Night, announced: tuple[tuple[str, str, int], ...]) -> None:
    casa = night.casa
    open_with_the_float_countersigned(night, {"Chef de table": casa.chief, "Croupier di destra": casa.rosa})
    announced_bets(night, announced)
    a_zero_with_prison(night)
    a_null_coup(night, reason="Un corpo estraneo è caduto nel cilindro", back_on=0, announcement="Tout va")
    the_stake_in_prison_is_freed(night)
    other_limits_and_their_sign(night)
    a_fill_from_request_to_receipt(night)
    a_croupier_takes_over(night)
    close_with_the_float_counted(night, pieces=IN_FLOAT | {"100": 25})


def open_with_the_float_countersigned(night: Night, staff: dict[str, Person]) -> None:
    casa, table = night.casa, night.table
    table.come()
    table.open(staff)
    table.waits_for("Count the float")
    table.sees("The float is to be counted")
    table.count_float(IN_FLOAT | in_boxes(night), casa.desk, PIN)
    table.waits_for("Faites vos jeux")
    assert casa.types()[:2] == ["table_opened", "float_counted"]
    assert casa.signed("float_counted") == {"pit_boss", "cash_desk"}
    seated = {person.name for person in casa.house.state.staff.values()}
    assert seated >= {person.display_name for person in staff.values()}


def in_boxes(night: Night) -> dict[str, int]:
    """Every chip of every colour of the table lies in its box."""
    language = night.table.words.language
    colours = night.casa.house.chip_colours.items()
    return {colour_aloud(colour, language).capitalize(): chips for colour, chips in colours}


def announced_bets(night: Night, announced: tuple[tuple[str, str, int], ...]) -> None:
    casa, table = night.casa, night.table
    for coup, (place, amount, number) in enumerate(announced, start=1):
        table.next("Faites vos jeux")
        table.lay(place, seat=1, amount=amount, announced=True)
        table.spin(number)
        expect(table.sheet(coup)).to_be_visible()
        if table.touch:
            # On a tablet the sheet takes the racetrack's place while it is paid.
            expect(table.sheet(coup)).to_be_in_viewport()
            expect(table.place(place)).not_to_be_in_viewport()
        if coup == 1:
            expect(table.sheet(1)).to_contain_text("Serie 5/8")
            table.paid(1, cleared=True)
    assert [event.data["repeated"] for event in casa.house.events() if event.data.get("repeated")] == [
        ["employee"]
    ] * len(announced)
    fallen = [event.data["number"] for event in casa.house.events() if event.type == "number_fell"]
    assert fallen == [number for _, _, number in announced]


def a_zero_with_prison(night: Night) -> None:
    casa, table = night.casa, night.table
    table.next("Faites vos jeux")
    table.lay("Rosso, vicino", seat=1, amount="100")
    table.lay("Nero, vicino", seat=2, amount="50")
    table.spin(0)
    prison = table.card("In prison: the players choose")
    halves = table.button("Partage, %(partage)s back", within=prison, partage=ANY)
    stays = table.button("Stays", within=prison)
    expect(stays).to_have_count(2)
    table.press(stays.first)
    expect(stays).to_have_count(1)
    table.press(halves.last)
    expect(halves).to_have_count(1)
    chosen = [event.data["choice"] for event in casa.house.events() if event.type == "prison_chosen"]
    assert chosen == ["stay", "partage"]
    table.paid(casa.house.state.coup, cleared=True)
    table.next("Faites vos jeux")
    expect(table.bets()).to_contain_text(table.words("in prison"))


def a_null_coup(night: Night, *, reason: str, back_on: int, announcement: str) -> None:
    casa, table = night.casa, night.table
    table.next("Launch")
    table.command("Null coup")
    panel = table.panel("Null coup")
    panel.get_by_role("radio", name=reason).check(force=True)
    if panel.locator("[name=signer]").count():
        table.countersigned(panel, casa.chief, PIN)
    table.press(table.button("Null coup", within=panel))
    table.waits_for("Launch")
    table.sees(
        "After the null coup, back on {number}: «{announcement}»", number=back_on, announcement=announcement
    )
    assert casa.types()[-1] == "coup_annulled"


def the_stake_in_prison_is_freed(night: Night) -> None:
    casa, table = night.casa, night.table
    table.spin(1)
    expect(table.sheet(casa.house.state.coup)).to_contain_text("Rosso")
    table.paid(casa.house.state.coup, cleared=True)
    expect(table.bets()).not_to_contain_text(table.words("in prison"))
    assert [bet.level for bet in casa.house.state.bets] == [0]


def other_limits_and_their_sign(night: Night) -> None:
    casa, table = night.casa, night.table
    sign = table.page.context.new_page()
    sign.goto("/sign/VE1/")
    # It is written for the players, in languages of its own.
    least = sign.locator(".least b")
    expect(least).to_have_text("5")
    # A page that is not in front paints seldom.
    table.page.bring_to_front()
    table.command("Change limits")
    panel = table.panel("Change limits")
    table.field("Minimum", within=panel).fill("10")
    panel.get_by_role("checkbox", name=table.words("The players were told")).check()
    table.countersigned(panel, casa.director, PIN)
    table.press(table.button("Change limits", within=panel))
    card = table.card("The sign is to be changed")
    expect(card).to_be_visible()
    assert casa.types()[-1] == "limits_announced" and casa.signed("limits_announced") >= {
        "pit_boss",
        "direction",
    }
    expect(least).to_have_text("5")
    table.press(table.button("The sign is changed", within=card))
    expect(card).to_be_hidden()
    expect(table.card("Limits in force").get_by_role("row").first).to_contain_text("10")
    expect(least).to_have_text("10")
    assert casa.types()[-1] == "limits_changed" and casa.minimum == 1_000
    sign.close()


def a_fill_from_request_to_receipt(night: Night) -> None:
    casa, table, desk = night.casa, night.table, night.desk
    table.command("Fill or credit")
    panel = table.panel("Request a fill or a credit")
    table.field("Fill: chips come from the bank", within=panel).check()
    panel.get_by_label("100 ×", exact=True).fill("5")
    table.press(table.button("Request", within=panel))
    card = table.card("Fills and credits")
    expect(card).to_contain_text("F-000001")
    step = card.get_by_role("list", name=table.words("Slip %(number)s", number="F-000001")).locator(
        "[aria-current]"
    )
    expect(step).to_have_text(table.words("Requested"))

    desk.page.goto("/cash/slips/")
    desk.press(desk.page.get_by_role("link", name="F-000001"))
    desk.field("Carrier").fill("Rui Paz")
    desk.press(desk.button("Issue and print"))
    expect(
        desk.page.get_by_role("heading", name=desk.words("Slip %(number)s", number="F-000001"))
    ).to_be_visible()
    desk.page.goto("/cash/slips/F-000001/")
    desk.press(desk.button("In transit"))

    expect(step).to_have_text(table.words("In transit"))
    table.press(table.button("Receive", within=card))
    panel = table.panel_called("F-000001")
    table.sees("%(carrier)s brings them.", within=panel, carrier="Rui Paz")
    table.choose("Croupier", casa.rosa, within=panel)
    table.field("PIN", within=panel).first.fill(PIN)
    table.choose("Colleague", casa.chief, within=panel)
    table.field("PIN", within=panel).last.fill(PIN)
    table.press(table.button("Received and signed", within=panel))
    table.sees("Done today: %(ended)s", within=card, ended=1)
    assert casa.types()[-1] == "fill_received"
    assert casa.signed("fill_received") == {"pit_boss", "croupier", "chef_de_table"}


def a_croupier_takes_over(night: Night) -> None:
    casa, table = night.casa, night.table
    relieved = casa.spinner
    table.command("Change dealer")
    panel = table.panel("Change dealer")
    table.choose("Dealer", casa.anna, within=panel)
    table.field("%(name)s goes on a break", within=panel, name=relieved).check()
    table.press(table.button("Changed", within=panel))
    expect(panel).to_be_hidden()
    staff = table.card("Wheel and staff")
    expect(staff.get_by_role("listitem").filter(has_text=casa.anna.display_name)).to_contain_text(
        table.words("spins")
    )
    assert casa.spinner == casa.anna.display_name
    assert {"spinner_changed", "break_begun"} <= {*casa.types()}


def close_with_the_float_counted(night: Night, *, pieces: dict[str, int]) -> None:
    casa, table = night.casa, night.table
    table.count_float(pieces | in_boxes(night), casa.desk, PIN)
    expect(table.card("Float")).to_contain_text(casa.desk.display_name)
    table.close()
    expect(table.page.get_by_role("link", name=table.words("Closing sheet"))).to_be_visible()
    assert casa.types()[-1] == "table_closed" and casa.types().count("float_counted") == 2
    assert casa.signed("float_counted") == {"pit_boss", "cash_desk"}


LISBON = ("pt-americana", "RA1", "Europe/Lisbon")


@pytest.mark.parametrize("night", [(*LISBON, "pt", True), (*LISBON, "it", False)], indirect=True)
def test_an_american_night(night: Night) -> None:
    casa = night.casa
    open_with_the_float_countersigned(night, {"Chefe de banca": casa.chief, "Pagador": casa.rosa})
    a_colours_whole_life(night)
    if night.table.touch:
        night.table.next("Faites vos jeux")
        again = "Façam os vossos jogos, novo lançamento"
        a_null_coup(night, reason="Caiu uma ficha no cilindro", back_on=18, announcement=again)
        night.table.spin(20)
        other_limits_at_once(night)
        a_fill_from_request_to_receipt(night)
        a_croupier_takes_over(night)
    close_with_the_float_counted(night, pieces=IN_FLOAT)


def a_colours_whole_life(night: Night) -> None:
    """Given, staked on a number that wins and on one that loses, bought more of, counted and cashed in."""
    casa, table = night.casa, night.table
    panel = table.panel("Colours")
    player = table.words(LABELS["yellow"], number=1)
    row = panel.get_by_role("listitem").filter(has_text=player)

    def of_yellow(form: str, button: str, chips: int) -> None:
        """Sends the panel's form of this name, with yellow and so many chips."""
        asked = panel.get_by_label(table.words(form), exact=True)
        asked.get_by_role("combobox").select_option("yellow")
        table.field("Chips", within=asked).fill(str(chips))
        table.press(table.button(button, within=asked))
        expect(panel).to_be_hidden()

    table.next("Faites vos jeux")
    table.touch_place("Pleno 17", seat=1)
    # Refused, for the player has no colour yet: the refusal leads to where one is given.
    table.command("Give a colour")
    of_yellow("Give a colour to a player", "Give", 40)
    assert casa.types()[-1] == "colour_assigned"

    table.lay("Pleno 17", seat=1)
    table.spin(17)
    expect(table.sheet(1)).to_contain_text("Pleno 17")
    table.paid(1, cleared=False)
    table.next("Faites vos jeux")
    table.spin(18)

    table.command("Colours")
    # The stake and its prize of 35 chips, less the chip that lay on and lost.
    table.sees("%(out)s out", within=row, out=74)
    of_yellow("More chips", "Buys more", 6)
    table.command("Colours")
    table.sees("%(out)s out", within=row, out=80)
    of_yellow("Chips handed back", "Record the count", 80)
    expect(table.card("Chips counted")).to_contain_text("80 × 5")
    table.command("Accept or recount")
    table.press(table.button("The player accepts: pay", within=panel))
    expect(panel).to_be_hidden()
    # The coup that was lost needs no confirmation before its player leaves.
    assert casa.types()[-2:] == ["payments_confirmed", "colour_redeemed"]
    table.command("Colours")
    expect(row).to_have_count(0)
    table.press(table.button("Close", within=panel))


def other_limits_at_once(night: Night) -> None:
    """Where the sign is a screen that follows by itself, the limits hold at once."""
    casa, table = night.casa, night.table
    table.command("Change limits")
    panel = table.panel("Change limits")
    table.field("Minimum", within=panel).fill("10")
    panel.get_by_role("checkbox", name=table.words("The players were told")).check()
    table.press(table.button("Change limits", within=panel))
    expect(table.card("Limits in force").get_by_role("row").first).to_contain_text("10")
    assert casa.types()[-1] == "limits_changed" and casa.minimum == 1_000
