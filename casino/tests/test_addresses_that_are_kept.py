"""The addresses in templates are those that Django makes, also the second time."""

import pytest
from django.http import HttpResponse
from django.template import engines
from django.urls import NoReverseMatch, path, reverse, set_script_prefix, set_urlconf

from casino.kit.page_parts.kept_urls import KeptURLNode

urlpatterns = [path("elsewhere/<str:code>/", lambda request: HttpResponse(), name="only_here")]
STEP = "{% url 'floor:on_slip' code number 'void' %}"


def drawn(template: str, **asked: object) -> str:
    return engines["django"].from_string(template).render(asked)


def test_an_address_is_as_django_makes_it_each_time() -> None:
    for code in ("RF1", "RF1", "RF2", "Roulette é"):
        assert drawn(STEP, code=code, number="F-000001") == reverse(
            "floor:on_slip", args=(code, "F-000001", "void")
        )
    assert drawn("{% url 'floor:sheet' 'RF1' coup %}", coup=7) == reverse("floor:sheet", args=("RF1", 7))


def test_address_is_escaped_where_its_template_escapes() -> None:
    asked = "{% url 'floor:table' code %}"
    assert drawn(asked, code="R&F") == reverse("floor:table", args=("R&F",)).replace("&", "&amp;")
    assert drawn("{% autoescape off %}" + asked + "{% endautoescape %}", code="R&F") == reverse(
        "floor:table", args=("R&F",)
    )


def test_an_address_that_there_is_not_is_an_error_unless_it_is_only_asked_for() -> None:
    with pytest.raises(NoReverseMatch):
        drawn("{% url 'floor:nowhere' %}")
    assert drawn("{% url 'floor:nowhere' as there %}[{{ there }}]") == "[]"


def test_stored_address_belongs_to_its_urlconf_and_prefix() -> None:
    before = drawn("{% url 'floor:table' 'RF1' %}")
    try:
        set_script_prefix("/house/")
        assert drawn("{% url 'floor:table' 'RF1' %}") == f"/house{before}"
    finally:
        set_script_prefix("/")
    try:
        set_urlconf(__name__)
        assert drawn("{% url 'only_here' 'RF1' %}") == "/elsewhere/RF1/"
        with pytest.raises(NoReverseMatch):
            drawn("{% url 'floor:table' 'RF1' %}")
    finally:
        set_urlconf(None)
    assert drawn("{% url 'floor:table' 'RF1' %}") == before


def test_every_template_has_it() -> None:
    # The stubs know the template that every engine has, and not that of Django's own.
    (node,) = engines["django"].from_string(STEP).template.nodelist  # type: ignore[attr-defined]
    assert isinstance(node, KeptURLNode)
