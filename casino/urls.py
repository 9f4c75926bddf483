"""Every address of the house."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

urlpatterns: list[URLPattern | URLResolver] = [
    path("", RedirectView.as_view(url="/floor/"), name="home"),
    path("", include("casino.people.urls")),
]
if find_spec("tables.house.models"):
    urlpatterns += [path("", include("casino.health.urls"))]
if find_spec("casino.floor.urls"):
    urlpatterns += [path("floor/", include("casino.floor.urls"))]
handler403 = "casino.people.views.not_allowed"
