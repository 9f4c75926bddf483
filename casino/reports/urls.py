"""Addresses of the compliance report as CSV, and of files of all reports."""

from django.urls import path

from casino.reports.compliance_csv import compliance_csv
from casino.reports.files import ask_for_file, file, files, throw_file_away

app_name = "reports"
urlpatterns = [
    path("report.csv", compliance_csv, name="compliance_csv"),
    path("files/", files, name="files"),
    path("files/ask", ask_for_file, name="ask_for_file"),
    path("files/<str:job>", file, name="file"),
    path("files/<str:job>/throw-away", throw_file_away, name="throw_file_away"),
]
