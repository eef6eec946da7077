"""What leads see and decide about the quality of answers, and what annotators hear of it."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
