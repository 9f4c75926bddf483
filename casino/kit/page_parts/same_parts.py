"""`{% unless_same %}<form id="panel-cash">…</form>{% endunless_same %}`: an element sent again only after a change.

Each such element has a digest of its content. A page that fetches itself names the digests that it has
(static/js/live.js, casino/web/page_alone.py). The answer has only the tag and the id of these elements, and the page
keeps its own. Most of a table's page are panels that nobody has opened. The server need not send them after each chip,
and the browser need not read them.

The answer to a command has all panels whole, because it removes their earlier messages. For a command the page names
its drawings alone.
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
    """Return the node of the tag. The tag contains one element with an id of its own."""
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
