"""A data folder that an older version of the platform has left opens with this one."""

import pytest
from django.utils import timezone

from casino.embedded.demonstration_house import CASINO_ID, CYLINDER_MM
from casino.embedded.open_house import open_house
from tables.house.models import GamingTable


@pytest.mark.django_db
def test_wheels_that_were_registered_unmeasured_are_measured_before_the_next_day() -> None:
    list(open_house(timezone.now(), wheel_port=4100))
    GamingTable.objects.filter(casino_id=CASINO_ID).update(cylinder_mm=None)
    list(open_house(timezone.now(), wheel_port=4100))
    measured = GamingTable.objects.filter(casino_id=CASINO_ID).values_list("cylinder_mm", flat=True)
    assert set(measured) == {CYLINDER_MM}
