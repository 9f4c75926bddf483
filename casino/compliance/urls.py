"""Addresses of the violations, the compliance report and the inspection sheets."""

from django.urls import path

from casino.compliance import draw_views
from casino.compliance.inspections.video_plan import draw_videos, video_plan, video_plan_pdf
from casino.compliance.inspections.views import (
    correct_inspection,
    enter_inspection,
    inspection,
    inspection_form,
    inspection_paper,
    inspection_paper_pdf,
    inspection_pdf,
    inspections,
)
from casino.compliance.report_views import report
from casino.compliance.views import answer, day_record_check, review, the_day, the_day_pdf, violations
from casino.compliance.what_if import what_if, what_if_pdf

app_name = "compliance"
urlpatterns = [
    path("", violations, name="violations"),
    path("day/", the_day, name="day"),
    path("day.pdf", the_day_pdf, name="day_pdf"),
    path("day/record", day_record_check, name="day_record_check"),
    path("day/<str:day>/<slug:command>", review, name="review"),
    path("what-if/", what_if, name="what_if"),
    path("what-if.pdf", what_if_pdf, name="what_if_pdf"),
    path("draws/", draw_views.draws, name="draws"),
    path("draws/commit", draw_views.commit, name="draw_commit"),
    path("draws/<str:day>/", draw_views.draw, name="draw"),
    path("draws/<str:day>/draw.json", draw_views.draw_file, name="draw_file"),
    path("draws/<str:day>/draw.pdf", draw_views.draw_pdf, name="draw_pdf"),
    path("draws/<str:day>/pages", draw_views.closed_pages, name="draw_pages"),
    path("draws/<str:day>/<slug:command>", draw_views.act, name="draw_act"),
    path("inspections/", inspections, name="inspections"),
    path("inspections/video/", video_plan, name="video_plan"),
    path("inspections/video.pdf", video_plan_pdf, name="video_plan_pdf"),
    path("inspections/video/draw", draw_videos, name="draw_videos"),
    path("inspections/<slug:kind>/<str:day>/paper", inspection_paper, name="inspection_paper"),
    path("inspections/<slug:kind>/<str:day>/paper.pdf", inspection_paper_pdf, name="inspection_paper_pdf"),
    path("inspections/<slug:kind>/<str:day>/<str:table>/", inspection_form, name="inspection_form"),
    path("inspections/<slug:kind>/<str:day>/<str:table>/enter", enter_inspection, name="enter_inspection"),
    path("inspections/<slug:kind>/<str:day>/<str:table>/<int:number>/", inspection, name="inspection"),
    path(
        "inspections/<slug:kind>/<str:day>/<str:table>/<int:number>.pdf",
        inspection_pdf,
        name="inspection_pdf",
    ),
    path(
        "inspections/<slug:kind>/<str:day>/<str:table>/<int:number>/correct",
        correct_inspection,
        name="correct_inspection",
    ),
    path("report/", report, name="report"),
    path("<str:table>/<str:day>/<str:name>/<slug:command>", answer, name="answer"),
]
