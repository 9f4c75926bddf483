"""`{% url %}` as Django has it, but an address made once is kept: a page names some sixty, most in every answer.

An address follows from the addresses of the project, the name of the view and its arguments, and from nothing else.
Arguments are texts and whole numbers.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as as_django_has_it
from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape

register = template.Library()


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """Return Django's tag; one without named arguments and without `as` looks at what is kept first."""
    node = as_django_has_it(parser, token)
    return node if node.kwargs or node.asvar else KeptURLNode(node.view_name, node.args, {}, None)


class KeptURLNode(URLNode):
    """An address with arguments by their places. Raises NoReverseMatch, as Django's."""

    def render(self, context: Context) -> str:
        arguments = tuple(str(each.resolve(context)) for each in self.args)
        kept = _address(get_script_prefix(), get_urlconf(), self.view_name.resolve(context), arguments)
        return conditional_escape(kept) if context.autoescape else kept


@lru_cache(maxsize=4096)
def _address(prefix: str, urlconf: Any, name: str, arguments: tuple[str, ...]) -> str:
    """`prefix` is what all addresses begin with, of which `reverse` knows by itself."""
    return reverse(name, urlconf=urlconf, args=arguments)
