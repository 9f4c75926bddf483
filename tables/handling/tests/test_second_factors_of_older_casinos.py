"""A casino from before the registers asks the roles for a second factor that a new one asks."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from tables.handling import Actor
from tables.handling.models import Casino
from tables.handling.registers import register_casino
from tables.registers.entries.kinds import CasinoEntry

pytestmark = pytest.mark.django_db
MIGRATION = import_module("tables.handling.migrations.0016_second_factors_of_older_casinos")
BY = Actor(id="operator", name="Operator")


def test_chosen_roles_remain_and_older_casinos_get_the_usual_roles(casino_id: int) -> None:
    Casino.objects.create(pk=casino_id, name="Older")
    Casino.objects.create(pk=casino_id + 1, name="Demonstration house", demonstration=True)
    chosen = register_casino(
        {"name": "Registered", "time_zone": "UTC", "second_factor_roles": []}, by=BY, now=timezone.now()
    )
    MIGRATION.ask_as_of_a_new_casino(apps, connection.schema_editor())
    roles = dict(Casino.objects.values_list("pk", "second_factor_roles"))
    assert tuple(roles[casino_id]) == CasinoEntry(name="x", time_zone="UTC").second_factor_roles
    assert roles[casino_id + 1] == roles[chosen.pk] == []
