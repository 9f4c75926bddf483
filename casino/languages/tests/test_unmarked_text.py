"""Text of a template that people read is marked for the catalogues, and what is not language need not be."""

import pytest

from casino.languages.unmarked import Unmarked, unmarked_text


@pytest.mark.parametrize(
    "template",
    [
        "<p>Nothing waits.</p>",
        "<p>{{ coups }} coups</p>",
        '{% translate "Coup" %} of the day',
        "{% if won %}won{% endif %}",
        '<button aria-label="Close">✕</button>',
        '<input placeholder="Or in words">',
        "<input placeholder='{{ limit|default:\"No maximum\" }}'>",
        '<{% if link %}a{% else %}b{% endif %} title="Not yet">{{ name }}</b>',
        '{% include "kit/_signature.html" with what="Countersigns" %}',
        '{{ seat.name|default:"nobody known" }}',
    ],
)
def test_text_that_is_not_marked_is_found(template: str) -> None:
    assert [each.line for each in unmarked_text(template)] == [1]


@pytest.mark.parametrize(
    "template",
    [
        '<p>{% translate "Nothing waits." %}</p>',
        "{% blocktranslate with day=page.day %}Ledger of {{ day }}{% endblocktranslate %}",
        "{# A remark. #}{% comment %}Another.{% endcomment %}<!-- And one more. -->",
        "<p>{{ amount }} – {{ total }} × 2, &nbsp;…</p>",
        "<code>manage.py migrate</code><script>alert('no')</script><style>p { color: red }</style>",
        '<a class="btn main" href="/floor/" id="to-the-floor">PDF</a>',
        '<button aria-label="{% translate "Close" %}">✕</button>',
        '<{% if link %}a{% else %}b{% endif %} class="slip-head">{{ name }}</b>',
        '{% include "kit/_signature.html" with what=_("Countersigns") id="count" of="cash_desk pit_boss" %}',
        '{{ seat.name|default:_("nobody known") }}{{ day|date:"j M Y" }}{{ sums|default:"0.00" }}',
    ],
)
def test_marked_text_and_other_text_pass(template: str) -> None:
    assert list(unmarked_text(template)) == []


def test_text_is_named_with_its_line() -> None:
    template = '<main>\n  {% translate "Coup" %}\n  <p title="Late">\n    Not\n    yet</p>\n</main>'
    assert list(unmarked_text(template)) == [Unmarked(3, "Late"), Unmarked(4, "Not yet")]
