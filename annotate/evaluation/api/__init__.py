"""Texts from elsewhere, studies, their results and reports over HTTP: one module per subject."""

from annotate.evaluation.api import text_reports

urlpatterns = [
    *text_reports.urlpatterns,
]
