"""Every register and every field has a name and its help."""

from casino.kit.register_words import FIELDS, KINDS
from tables.registers.entries import kinds
from tables.registers.entries.fields import fields_of


def test_each_field_of_each_register_has_a_name() -> None:
    there_are = set()
    for kind in kinds.KINDS:
        for field in fields_of(kind):
            there_are.add((kind, field.name))
            there_are |= {(kind, f"{field.name}.{column.name}") for column in field.columns}
    assert set(FIELDS) == there_are
    assert set(KINDS) == set(kinds.KINDS)
