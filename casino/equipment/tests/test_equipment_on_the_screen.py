"""The register of equipment on the screen: who sees it, what it says, and what is asked of it."""

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import Role
from tables.handling.projections import equipment
from tables.play.commands import CloseTable
from testkit.house import OpenHouse
from testkit.pages import Element, Response, find, read_page
from testkit.people import AsRole, browser_of, engage

PAGE = "/house/equipment/"
WHEEL = {
    "material": "wood",
    "deflectors": "8",
    "plate_material": "metal",
    "plate_shape": "slightly-concave",
    "plate_smooth": "yes",
    "bearing": "pivot",
    "walls": "metal",
    "even_pockets": "yes",
    "turned_by_hand": "yes",
}
BALL = {"material": "ivorine", "colour": "white", "weight_g": "8,5", "balanced": "yes"}


@pytest.fixture
def as_role(casino_id: int, db: None) -> AsRole:
    """The same as everywhere, and whoever it is has a PIN to sign with."""

    def signed_in(role: Role) -> Client:
        person = engage(role, casino_id=casino_id, sign_in=f"{role}-{casino_id}", pin="2036")
        return browser_of(person)

    return signed_in


@pytest.fixture
def inspector(as_role: AsRole) -> Client:
    return as_role(Role.GAMES_INSPECTOR)


def ask(client: Client, command: str, **form: str) -> Response:
    return client.post(f"{PAGE}do/{command}", form)


def page(response: Response, status: int = 200) -> Element:
    assert response.status_code == status
    return read_page(response.content)


def said(shown: Element, selector: str) -> str:
    (found,) = shown.select(selector)
    return " ".join(found.get_text(" ").split())


def wheel(client: Client, **otherwise: str) -> Response:
    entered = {"serial": "W-1041", "maker": "Cammegh", "diameter": "560", "numbering": "american"}
    return ask(client, "register-wheel", **(entered | WHEEL | otherwise))


@pytest.mark.clause("pt-francesa/3-7", "pt-americana/3-6")
def test_a_wheel_is_registered_inspected_and_moved_and_its_page_tells_its_life(
    casino_id: int, inspector: Client, as_role: AsRole
) -> None:
    house = OpenHouse(casino_id, "pt-americana", now=timezone.now())
    house.do(CloseTable())
    as_role(Role.PIT_BOSS)
    assert wheel(inspector)["Location"] == f"{PAGE}wheel/W-1041/"
    found = {"condition": "fit", "remarks": "level", "next_due": "2199-05-31"}
    signs = {"signer": f"pit_boss-{casino_id}", "pin": "2036"}
    assert ask(inspector, "inspect-wheel", serial="W-1041", **found, **signs).status_code == 302
    assert ask(inspector, "move-wheel", serial="W-1041", place="T1", taken_from="").status_code == 302
    shown = page(inspector.get(f"{PAGE}wheel/W-1041/"))
    assert "Diameter 560 mm Numbering American" in said(shown, "#facts")
    assert "The colour follows the number" in said(shown, "#same")
    assert len(shown.select(".pockets li")) == 37
    assert [find(row, "th").get_text() for row in shown.select("#stays tbody tr")] == ["T1", "Store"]
    life = said(shown, "#life")
    assert "Moved from the store to T1" in life and "Inspected fit, level, next on 31 May 2199" in life
    assert "Games inspector" in life and "Pit boss" in life
    row = said(page(inspector.get(PAGE)), "#wheels tbody tr")
    assert "Cammegh, American numbering, 560 mm T1 Fit" in row


@pytest.mark.clause("pt-francesa/2")
def test_a_wheel_of_the_wrong_order_is_refused_where_it_was_moved(casino_id: int, inspector: Client) -> None:
    OpenHouse(casino_id, "pt-francesa", now=timezone.now()).do(CloseTable())
    wheel(inspector)
    ask(inspector, "inspect-wheel", serial="W-1041", condition="fit")
    shown = page(ask(inspector, "move-wheel", serial="W-1041", place="T1"), 422)
    assert "played on french" in said(shown, ".answer") and "n.º 2" in said(shown, ".answer cite")
    assert shown.select('form[aria-label^="Move"] .answer')
    assert shown.select('details[open] select option[value="T1"][selected]')
    assert equipment.wheel_named(casino_id, "W-1041").table == ""


def test_refused_wheel_keeps_entered_values(inspector: Client) -> None:
    shown = page(wheel(inspector, pockets="0 32 15"), 422)
    assert "every number from 0 to 36 once is right" in said(shown, ".answer")
    assert shown.select('input[name="pockets"][value="0 32 15"]') and shown.select('input[value="W-1041"]')
    assert "no number of a pocket" in said(page(wheel(inspector, pockets="0 32 x"), 422), ".answer")
    assert "Choose the numbering" in said(page(wheel(inspector, numbering=""), 422), ".answer")


@pytest.mark.clause("pt-francesa/9")
def test_a_ball_is_registered_and_given_to_a_table_by_its_letter(casino_id: int, inspector: Client) -> None:
    OpenHouse(casino_id, "pt-francesa", now=timezone.now()).do(CloseTable())
    ask(inspector, "register-ball", serial="B-1", diameter="20,5", **BALL)
    ask(inspector, "inspect-ball", serial="B-1", condition="fit")
    ask(inspector, "assign-ball", serial="B-1", place="T1/A", taken_from="")
    ball = equipment.ball_named(casino_id, "B-1")
    assert (ball.diameter_mm, ball.table, ball.letter, ball.make.colour) == (20.5, "T1", "A", "white")
    shown = page(inspector.get(f"{PAGE}ball/B-1/"))
    assert [find(row, "th").get_text() for row in shown.select("#stays tbody tr")] == ["T1, ball A", "Store"]
    ask(inspector, "withdraw-ball", serial="B-1", reason="chipped")
    shown = page(inspector.get(f"{PAGE}ball/B-1/"))
    assert "Withdrawn: chipped" in said(shown, "#facts") and not shown.select(".asks")


@pytest.mark.parametrize("diameter", ["", "x", "-1", "NaN", "1e9"])
def test_a_ball_of_no_diameter_is_not_registered(inspector: Client, diameter: str) -> None:
    shown = page(ask(inspector, "register-ball", serial="B-1", diameter=diameter), 422)
    assert "no diameter in millimetres" in said(shown, ".answer")


def test_the_controller_sees_the_register_and_changes_nothing(as_role: AsRole) -> None:
    controller = as_role(Role.PUBLIC_CONTROLLER)
    shown = page(controller.get(PAGE))
    assert (
        not shown.select("form[action*=equipment]") and "by the pit boss or the games inspector" in shown.text
    )
    assert wheel(controller).status_code == 403
    assert as_role(Role.CHEF_DE_TABLE).get(PAGE).status_code == 403


def test_unknown_equipment_is_not_found(inspector: Client) -> None:
    for path in ("wheel/W-9/", "ball/B-9/", "table/T1/"):
        assert inspector.get(PAGE + path).status_code == 404
    assert ask(inspector, "paint-wheel").status_code == 404
    assert ask(inspector, "move-wheel", serial="W-9", place="").status_code == 404


def test_a_form_sent_twice_is_carried_out_once(casino_id: int, inspector: Client) -> None:
    for _ in range(2):
        assert wheel(inspector, key="k1").status_code == 302
    assert equipment.wheel_named(casino_id, "W-1041").version == 1
    assert "sent before" in said(page(wheel(inspector, key="k1", serial="W-2"), 422), ".answer")


@pytest.mark.clause("pt-francesa/3-7", "pt-americana/3-6")
def test_a_plastic_wheel_without_deflectors_is_refused_and_stays_entered(
    casino_id: int, inspector: Client
) -> None:
    OpenHouse(casino_id, "pt-francesa", now=timezone.now())
    plastic = {"material": "plastic", "deflectors": "0", "numbering": "french"}
    shown = page(wheel(inspector, **plastic), 422)
    assert "Wheel W-1041, material: plastic; right would be wood" in said(shown, ".answer")
    assert "n.º 3" in said(shown, ".answer cite")
    assert find(shown, '#wheel-material option[value="plastic"]').has_attr("selected")
    assert find(shown, "#wheel-deflectors")["value"] == "0"
    bare = page(wheel(inspector, numbering="french", deflectors="0"), 422)
    assert "Wheel W-1041 has 0 deflectors; at least 2 are right" in said(bare, ".answer")
    assert wheel(inspector, numbering="french", rulebook="pt-francesa").status_code == 302
    facts = said(page(inspector.get(f"{PAGE}wheel/W-1041/")), "#facts")
    assert "Material wood Deflectors 8 Material of the plate metal" in facts
    assert "Registered for pt-francesa" in facts


@pytest.mark.clause("pt-francesa/9", "pt-americana/17")
@pytest.mark.parametrize("rulebook", ["pt-francesa", "pt-americana"])
def test_a_black_steel_ball_is_refused(casino_id: int, inspector: Client, rulebook: str) -> None:
    OpenHouse(casino_id, rulebook, now=timezone.now())
    black = {"material": "steel", "colour": "black"}
    shown = page(ask(inspector, "register-ball", serial="B-1", diameter="20", **black), 422)
    assert "Ball B-1, material: steel; right would be ivory, ivorine" in said(shown, ".answer")
    assert ("n.º 9" if rulebook == "pt-francesa" else "894/2002, 17") in said(shown, ".answer cite")


@pytest.mark.clause("pt-francesa/9")
def test_an_inspection_says_what_it_measured(casino_id: int, inspector: Client) -> None:
    OpenHouse(casino_id, "pt-francesa", now=timezone.now()).do(CloseTable())
    ask(inspector, "register-ball", serial="B-1", diameter="20")
    facts = said(page(inspector.get(f"{PAGE}ball/B-1/")), "#facts")
    assert "Material not known Colour not known Weight, g not known Perfectly balanced not known" in facts
    found = {"condition": "fit", "diameter": "20,5", **BALL}
    assert ask(inspector, "inspect-ball", serial="B-1", **found).status_code == 302
    facts = said(page(inspector.get(f"{PAGE}ball/B-1/")), "#facts")
    assert "Diameter 20.5 mm Material ivorine Colour white Weight, g 8.5 Perfectly balanced yes" in facts
    refused = page(ask(inspector, "inspect-ball", serial="B-1", condition="fit", colour="red"), 422)
    assert "Ball B-1, colour: red; right would be white" in said(refused, ".answer")
    assert find(refused, '#found-colour option[value="red"]').has_attr("selected")


@pytest.mark.parametrize("weight", ["x", "-1", "0", "NaN", "1e9"])
def test_a_ball_of_no_weight_is_not_registered(inspector: Client, weight: str) -> None:
    shown = page(ask(inspector, "register-ball", serial="B-1", diameter="20", weight_g=weight), 422)
    assert "no weight in grams" in said(shown, ".answer")


@pytest.mark.parametrize(
    "bad", [{"material": "cheese"}, {"plate_shape": "' OR 1"}, {"even_pockets": "perhaps"}, {"bearing": "0"}]
)
def test_impossible_make_of_a_wheel_is_stored_as_unknown(
    casino_id: int, inspector: Client, bad: dict[str, str]
) -> None:
    assert wheel(inspector, **bad).status_code == 302
    (part,) = bad
    assert getattr(equipment.wheel_named(casino_id, "W-1041").make, part) is None


def test_a_wheel_is_registered_for_a_rulebook_that_there_is(inspector: Client) -> None:
    shown = page(wheel(inspector, rulebook="monaco"), 422)
    assert "Monaco: no such rulebook" in said(shown, ".answer")
