"""Every address of the house."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

urlpatterns: list[URLPattern | URLResolver] = [
    path("", RedirectView.as_view(pattern_name="floor:floor"), name="home"),
    path("", include("casino.people.urls")),
    path("", include("casino.health.urls")),
    path("floor/", include("casino.floor.urls")),
]
handler403 = "casino.people.views.not_allowed"
