"""Addresses of the players' screens, and of the page where staff open and revoke them."""

from django.urls import path

from casino.seats.views.screens import make, revoke, screens
from casino.seats.views.seat import confirm, do, live, seat

app_name = "seat"
urlpatterns = [
    path("<str:code>/screens/", screens, name="screens"),
    path("<str:code>/screens/make", make, name="make"),
    path("<str:code>/screens/<int:screen>/revoke", revoke, name="revoke"),
    path("<str:code>/seat/<int:number>/", seat, name="seat"),
    path("<str:code>/seat/<int:number>/live", live, name="live"),
    path("<str:code>/seat/<int:number>/confirm", confirm, name="confirm"),
    path("<str:code>/seat/<int:number>/do/<slug:command>", do, name="do"),
]
