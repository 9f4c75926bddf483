"""Every address of the house."""

from django.urls import URLPattern, URLResolver, include, path

from casino.accounts.views import home
from casino.api.access.tokens import ClientTokenView
from casino.floor.views.screens import display, sign
from casino.seats.views.terminal import Terminal
from casino.signs.views import registered_sign, sign_live

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("", include("casino.accounts.urls")),
    path("", include("casino.health.urls")),
    path("set-up/", include("casino.setup.urls")),
    path("floor/", include("casino.floor.urls")),
    path("compliance/", include("casino.reports.urls")),
    path("compliance/", include("casino.compliance.urls")),
    path("numbers/", include("casino.numbers.urls")),
    path("live/", include("casino.seats.urls")),
    path("seat/", Terminal.as_view(), name="seat_terminal"),
    path("rules/", include("casino.rules.urls")),
    path("cash/", include("casino.cash.urls")),
    path("registers/", include("casino.registers.urls")),
    path("readers/", include("casino.registers.readers.urls")),
    path("connect-reader/", include("casino.registers.readers.connecting.urls")),
    path("requests/", include("casino.registers.requests.urls")),
    path("house/", include("casino.equipment.urls")),
    path("public/", include("casino.signs.urls")),
    path("signs/<str:token>/", registered_sign, name="registered_sign"),
    path("signs/<str:token>/live", sign_live, name="sign_live"),
    path("sign/<str:code>/", sign, name="sign"),
    path("display/<str:code>/", display, name="display"),
    path("api/", include("casino.api.urls")),
    path("oauth/token/", ClientTokenView.as_view(), name="token"),
]
handler400 = "casino.web.problem_response.bad_request"
handler403 = "casino.accounts.views.not_allowed"
handler500 = "casino.web.unavailable.server_error"
