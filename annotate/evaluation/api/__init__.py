"""Texts from elsewhere, studies, their results and reports over HTTP: one module per subject."""

from annotate.evaluation.api import results, text_reports

urlpatterns = [
    *results.urlpatterns,
    *text_reports.urlpatterns,
]
