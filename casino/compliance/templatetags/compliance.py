"""How late something came, as the inspectors' pages write it."""

from django import template

from casino.compliance.violation_list import lateness

register = template.Library()
register.filter("lateness", lateness)
