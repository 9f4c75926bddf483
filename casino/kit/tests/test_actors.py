"""Actors of the record that are no people are called in the reader's language; people keep their names."""

import pytest
from django.utils.translation import override

from casino.api.access.clients import OPERATOR
from casino.kit.actors import called
from casino.one_machine.open_house import DEMONSTRATION
from casino.people.register.aggregate import AT_THE_MACHINE
from casino.people.register.aggregate import BEGINNING as OF_PEOPLE
from casino.seats.models import SeatScreen
from casino.seats.screens import actor_of
from casino.setup.casino import SETTING_UP
from tables.handling.aggregates.register import BEGINNING as OF_ENTRIES
from tables.handling.alerts.watch import WATCH
from tables.handling.deadlines.batch import SWEEPER
from tables.handling.first_equipment import BEGINNING as OF_EQUIPMENT
from tables.handling.observations import reader_as_actor
from tables.simulation.day_under_way import READER


@pytest.mark.parametrize(
    ("recorded", "in_italian"),
    [
        (SWEEPER.name, "Regole di turno"),
        (WATCH.name, "Sorveglianza di tavoli e cilindri"),
        (DEMONSTRATION.name, "Dimostrazione"),
        (SETTING_UP.name, "Configurazione"),
        (OPERATOR.name, "Gestore del server"),
        (AT_THE_MACHINE.name, "Riga di comando"),
        (OF_PEOPLE.name, "Inizio del registro"),
        (OF_EQUIPMENT.name, "Inizio del registro"),
        (OF_ENTRIES["name"], "Inizio del registro"),
        (reader_as_actor("wheel-RF1").name, "Lettore wheel-RF1"),
        (READER.name, "Lettore (simulato)"),
        (actor_of(SeatScreen(table="LV1", number=3)).name, "Posto 3"),
        ("Seat Leon", "Seat Leon"),
        ("Rosa", "Rosa"),
    ],
)
def test_actor_is_named_in_the_language_of_the_reader(recorded: str, in_italian: str) -> None:
    with override("it"):
        assert called(recorded) == in_italian
    with override("en"):
        assert called(recorded) == recorded
