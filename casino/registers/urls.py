"""Addresses of the registers."""

from django.urls import path

from casino.registers.load_views import LoadEntries, entries_csv
from casino.registers.views import (
    change,
    edit,
    entry,
    index,
    issue_secret,
    kind_list,
    new,
    register,
    withdraw,
)

app_name = "registers"
urlpatterns = [
    path("", index, name="index"),
    path("load", LoadEntries.as_view(), name="load"),
    path("load.csv", entries_csv, name="load_csv"),
    path("new/<slug:kind>/", new, name="new"),
    path("edit/<slug:kind>/<str:entry>/", edit, name="edit"),
    path("do/register/<slug:kind>", register, name="register"),
    path("do/change/<slug:kind>/<str:entry>", change, name="change"),
    path("do/withdraw/<slug:kind>/<str:entry>", withdraw, name="withdraw"),
    path("do/issue-secret/<slug:kind>/<str:entry>", issue_secret, name="issue_secret"),
    path("<slug:kind>/", kind_list, name="kind"),
    path("<slug:kind>/<str:entry>/", entry, name="entry"),
]
