"""The lines of a payout sheet in words, for the templates of the floor."""

from django import template

from casino.floor.presenters.sheet_lines import (
    lies_on,
    opening,
    over_the_maximum,
    placing,
    played_again,
    put_down,
    standing,
    taken,
    unclaimed,
)

register = template.Library()
for words in (
    lies_on,
    opening,
    over_the_maximum,
    placing,
    played_again,
    put_down,
    standing,
    taken,
    unclaimed,
):
    register.filter(words.__name__, words)
