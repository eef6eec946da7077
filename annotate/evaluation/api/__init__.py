"""Texts from elsewhere, studies, their results and reports over HTTP: one module per subject."""

from annotate.evaluation.api import results, studies, text_reports, texts

urlpatterns = [
    *texts.urlpatterns,
    *studies.urlpatterns,
    *results.urlpatterns,
    *text_reports.urlpatterns,
]
