"""Addresses that need no sign-in."""

from django.urls import path

from casino.signs.views import sign

app_name = "public"
urlpatterns = [path("<int:casino_id>/sign/<str:code>/<str:key>/", sign, name="sign")]
