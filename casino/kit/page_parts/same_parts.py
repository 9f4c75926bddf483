"""`{% unless_same %}<form id="panel-cash">…</form>{% endunless_same %}`: an element that is sent to a page once, and
again only when it has become another.

Each such element bears a digest of what it is. A page that fetches itself again names those that it has
(static/js/live.js, casino/web/page_alone.py); of these the tag and the id alone are sent, and the page leaves what it
has as it is. Most of a table's page are panels that nobody has opened: the server need not send them each time that a
chip is laid, nor the browser read them.

A command's answer has all panels whole, as it ends what was said in them before: there a page names its drawings alone.
"""

import re
from hashlib import blake2b

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from casino.kit.page_parts.kept_parts import standing, wrapped

DIGEST_BYTES = 8
OPENING = re.compile(r'\s*<(?P<tag>[a-z]+)(?=[^>]*? id="(?P<id>[^"]+)")')

register = template.Library()


@register.tag
def unless_same(parser: Parser, _token: Token) -> "UnlessSameNode":
    """The tag. Within it stands one element with an id of its own."""
    nodelist = parser.parse(("endunless_same",))
    parser.delete_first_token()
    return UnlessSameNode(nodelist)


class UnlessSameNode(Node):
    """An element that is not sent to a page that has it."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        return wrapped(context, _unless_same, self.nodelist)


def _unless_same(context: Context, element: str) -> str:
    opening = OPENING.match(element)
    if opening is None:
        raise template.TemplateSyntaxError(f"no element with an id begins here: {element[:60]!r}")
    tag, id_ = opening["tag"], opening["id"]
    digest = blake2b(standing(element, context).encode(), digest_size=DIGEST_BYTES).hexdigest()
    request = context.get("request")
    if request is not None and digest in getattr(request, "page_has", ()):
        return f'<{tag} id="{id_}" data-same="{digest}"></{tag}>'
    return f'<{tag} data-digest="{digest}"{element[opening.end() :]}'
