#!/usr/bin/env python3
"""Drives a table through a whole gaming day by HTTP alone: registered, opened, played, counted, closed.

    export HOUSE=http://127.0.0.1:8000 CLIENT_ID=... CLIENT_SECRET=...
    python3 whole_day.py it-venezia API1 --chief name:PIN --boss name:PIN

The floor's page shows the table play. The client needs tables:read, tables:write, cash:read, cash:write. Those
who sign are people of the house with a PIN: a chef de table, a pit boss, and who counts with them.

A table that is not registered yet is requested, and its wheel and balls are registered, which also needs the scope
administration. An administrator confirms the request on the page /requests/, and this program waits for it.
"""

import argparse
import os
import sys
import time
from typing import Any

from cash_system import House, Refused

NUMBERS = (17, 0, 32, 5, 0, 26)
FLOAT = {"500": 200, "1000": 100, "10000": 50}
CHIP = 1000
ASK_AGAIN_AFTER_S = 1.0
MOVES_STAKES = ("plein:17", "plein:32")


class Table:
    def __init__(self, house: House, code: str, chief: dict[str, str], boss: dict[str, str]) -> None:
        self.house = house
        self.code = code
        self.signed = {"signatures": [chief, boss]}

    @property
    def state(self) -> Any:
        return self.house.get(f"tables/{self.code}")

    def say(self, command: str, **body: Any) -> Any:
        """One command. Raises Refused."""
        return self.house.post(f"tables/{self.code}/commands/{command}", body)

    def ask(self, command: str, **body: Any) -> Any:
        """The same of the register of equipment, signed by the pit boss. Raises Refused."""
        return self.house.post(f"equipment/{command}", body | self.signed)

    def can(self, command: str, **body: Any) -> bool:
        """Says a command that this rulebook may have no use for; whether it had."""
        try:
            self.say(command, **body)
        except Refused as refused:
            print(f"  {command}: {refused}")
            return False
        return True


WHEEL = {
    "material": "wood",
    "deflectors": 8,
    "plate_material": "metal",
    "plate_shape": "slightly-concave",
    "plate_smooth": True,
    "bearing": "pivot",
    "walls": "metal",
    "even_pockets": True,
    "turned_by_hand": True,
}
BALL = {"material": "ivorine", "colour": "white", "balanced": True}
"""How the equipment is made: what a rulebook names under `cylinder` and `ball_change` has to be known of it."""


def register(house: House, rulebook: str, code: str) -> None:
    """Request a table of this rulebook, with what it needs to be opened, and wait for an officer. Raises Refused."""
    if any(each["code"] == code for each in house.get("tables")["tables"]):
        return
    balls = [{"name": name, "diameter_mm": 20} for name in "AB"]
    table = {"code": code, "name": f"{rulebook} over the API", "rulebook": rulebook}
    asked = house.post("tables", table | {"cylinder_mm": 550, "balls": balls})
    print(f"an administrator confirms {asked['id']} at {house.address}/requests/", flush=True)
    while asked["state"] == "pending":
        time.sleep(ASK_AGAIN_AFTER_S)
        asked = house.get(f"requests/{asked['id']}")
    if asked["state"] != "done":
        raise Refused({"detail": f"The request is {asked['state']}. {asked['reason']}"})


def bring_equipment(table: Table, rulebook: dict[str, Any]) -> None:
    """A wheel and two balls, found fit, where the house keeps a register: by that a table opens."""
    there = table.house.get("equipment")
    if there["wheels"]:
        order = next(value["value"] for value in rulebook["values"] if value["key"].endswith(".order"))
        serial = f"{table.code}-W"
        table.ask("register-wheel", serial=serial, diameter_mm=550, pockets=order, make=WHEEL)
        table.ask("inspect-wheel", serial=serial, condition="fit")
        table.ask("move-wheel", serial=serial, table=table.code)
    if there["balls"]:
        for letter in "AB":
            serial = f"{table.code}-{letter}"
            table.ask("register-ball", serial=serial, diameter_mm=20, make=BALL)
            table.ask("inspect-ball", serial=serial, condition="fit")
            table.ask("assign-ball", serial=serial, table=table.code, letter=letter)


def open_day(table: Table, rulebook: dict[str, Any]) -> None:
    """Staff on every position; the float counted by two people; a drop box in its place."""
    values = {value["key"]: value["value"] for value in rulebook["values"]}
    positions = values["staff.positions"]
    staff = {
        name: {"id": f"api-{name}", "name": f"Croupier {turn}"} for turn, name in enumerate(positions, 1)
    }
    table.say("open-table", staff=staff, ball="A")
    table.say("count-float", moment="opening", pieces=FLOAT, **table.signed)
    table.say("place-box", serial=f"{table.code.upper()}-1", **table.signed)


def coup(table: Table, number: int, turn: int) -> Any:
    """One coup from faites vos jeux to its last payment; its payout sheet."""
    clockwise = turn % 2 == 0
    table.say("bets-open")
    for player, bet in (("P1", f"plein:{number}"), ("P2", "rouge"), ("P3", "douzaine:1")):
        table.say("place-bet", player=player, bet=bet, amount=table.state["limits"]["minimum"] * 2)
    table.say(
        "launch",
        rotor_direction="clockwise" if clockwise else "anticlockwise",
        ball_direction="anticlockwise" if clockwise else "clockwise",
    )
    table.say("bets-closed")
    table.say("number", number=number)
    state = table.state
    sheet = table.house.get(f"tables/{table.code}/days/{state['day']}/coups/{state['coup']}")
    for stake in sheet["prison"]:
        table.can("choose-prison", ref=stake["ref"], choice="partage")
    if state["payments_open"]:
        table.can("losers-cleared")
        for open_ in table.state["payments_open"]:
            table.say("payments-confirmed", coup=open_)
    for bet in table.state["bets"]:
        table.can("withdraw-bet", ref=bet["ref"])
    return sheet


def close_day(table: Table) -> Any:
    """What must be done before a table closes: its box removed, its tips and its float counted; then the day ends."""
    table.say("remove-box", serial=f"{table.code.upper()}-1", reason="closing", **table.signed)
    table.say("count-float", moment="closing", pieces=FLOAT, **table.signed)
    return table.say("close-table", **table.signed)


def play(house: House, rulebook: str, code: str, chief: dict[str, str], boss: dict[str, str]) -> Any:
    """The whole day; the table's ledger after it."""
    register(house, rulebook, code)
    table = Table(house, code, chief, boss)
    rules = house.get(f"rulebooks/{rulebook}")
    bring_equipment(table, rules)
    open_day(table, rules)
    for player in ("P1", "P2", "P3"):
        table.can("buy-in", seat=player, amount=100_000)
    table.can("take-cash", pieces={"10000": 5})
    for turn, number in enumerate(NUMBERS):
        if turn == len(NUMBERS) - 1:
            table.can("announce-last-coup")
        sheet = coup(table, number, turn)
        paid = [line["bet"] for group in sheet["order"] for line in group["lines"]]
        print(
            f"coup {sheet['coup']}: {sheet['announcement']}, paid in this order: {', '.join(paid) or 'nothing'}"
        )
    for player in ("P1", "P2", "P3"):
        table.can("leave-seat", seat=player)
    closed = close_day(table)
    return house.get(f"tables/{code}/days/{closed['day']}/ledger")


def _signer(argument: str) -> dict[str, str]:
    name, _, pin = argument.partition(":")
    return {"sign_in": name, "pin": pin}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rulebook")
    parser.add_argument("table")
    parser.add_argument("--chief", type=_signer, required=True)
    parser.add_argument("--boss", type=_signer, required=True)
    arguments = parser.parse_args()
    house = House(os.environ["HOUSE"], os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
    try:
        ledger = play(house, arguments.rulebook, arguments.table, arguments.chief, arguments.boss)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    win = ledger["win"]
    print(f"closed after {ledger['coups']} coups; win {win['amount']} ({win['label']})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
