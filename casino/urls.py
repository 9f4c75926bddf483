"""Every address of the house."""

from django.urls import URLPattern, URLResolver, include, path

from casino.api.access.tokens import ClientTokenView
from casino.floor.views.screens import display, sign
from casino.people.views import home
from casino.public.views import registered_sign, sign_live
from casino.seat.views.terminal import Terminal

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("", include("casino.people.urls")),
    path("", include("casino.languages.urls")),
    path("", include("casino.health.urls")),
    path("set-up/", include("casino.setting_up.urls")),
    path("floor/", include("casino.floor.urls")),
    path("compliance/", include("casino.compliance.urls")),
    path("numbers/", include("casino.numbers.urls")),
    path("live/", include("casino.seat.urls")),
    path("seat/", Terminal.as_view(), name="seat_terminal"),
    path("rules/", include("casino.reference.urls")),
    path("cash/", include("casino.cash.urls")),
    path("registers/", include("casino.registers.urls")),
    path("readers/", include("casino.readers.urls")),
    path("connect-reader/", include("casino.readers.connecting.urls")),
    path("requests/", include("casino.requests.urls")),
    path("house/", include("casino.house.urls")),
    path("public/", include("casino.public.urls")),
    path("signs/<str:token>/", registered_sign, name="registered_sign"),
    path("signs/<str:token>/live", sign_live, name="sign_live"),
    path("sign/<str:code>/", sign, name="sign"),
    path("display/<str:code>/", display, name="display"),
    path("api/", include("casino.api.urls")),
    path("oauth/token/", ClientTokenView.as_view(), name="token"),
]
handler400 = "casino.api.http.problem.bad_request"
handler403 = "casino.people.views.not_allowed"
handler500 = "casino.unavailable.server_error"
