"""Addresses of files of reports."""

from django.urls import path

from casino.reports.files import ask_for_file, file, files, throw_file_away

app_name = "reports"
urlpatterns = [
    path("", files, name="files"),
    path("ask", ask_for_file, name="ask_for_file"),
    path("<str:job>", file, name="file"),
    path("<str:job>/throw-away", throw_file_away, name="throw_file_away"),
]
