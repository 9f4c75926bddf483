"""Addresses of the pages of wheel readers."""

from django.urls import path

from casino.registers.readers import views

app_name = "readers"
urlpatterns = [
    path("", views.readers, name="list"),
    path("<str:code>/", views.reader, name="reader"),
    path("<str:code>/record", views.record, name="record"),
    path("<str:code>/recordings/<int:number>/stop", views.stop, name="stop"),
    path("<str:code>/recordings/<int:number>.txt", views.recording, name="recording"),
    path("<str:code>/dead-letters/<int:number>/", views.dead_letter, name="dead_letter"),
    path("<str:code>/dead-letters/<int:number>/<slug:act>", views.decide, name="decide"),
]
