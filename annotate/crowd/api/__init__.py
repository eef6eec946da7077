"""How people from elsewhere come in, and what they are owed."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
