"""Addresses of sign-in and sign-out."""

from django.urls import path

from casino.people.views import SignIn, SignOut

urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-out/", SignOut.as_view(), name="sign_out"),
]
