"""Addresses of the violations and the compliance report."""

from django.urls import path

from casino.compliance.files import ask_for_file, file, files, throw_file_away
from casino.compliance.report_views import report, report_csv
from casino.compliance.views import answer, day_record_check, review, the_day, violations

app_name = "compliance"
urlpatterns = [
    path("", violations, name="violations"),
    path("day/", the_day, name="day"),
    path("day/record", day_record_check, name="day_record_check"),
    path("day/<str:day>/<slug:command>", review, name="review"),
    path("files/", files, name="files"),
    path("files/ask", ask_for_file, name="ask_for_file"),
    path("files/<str:job>", file, name="file"),
    path("files/<str:job>/throw-away", throw_file_away, name="throw_file_away"),
    path("report/", report, name="report"),
    path("report.csv", report_csv, name="report_csv"),
    path("<str:table>/<str:day>/<str:name>/<slug:command>", answer, name="answer"),
]
