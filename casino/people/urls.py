"""Addresses of sign-in, sign-out and the PIN of one's own."""

from django.urls import include, path

from casino.people.views import OwnPin, SignIn, SignOut

urlpatterns = [
    path("", include("casino.people.sign_in.urls")),
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-out/", SignOut.as_view(), name="sign_out"),
    path("your-pin/", OwnPin.as_view(), name="own_pin"),
]
