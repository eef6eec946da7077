"""Texts from elsewhere, studies, results, reports and enrichments over HTTP, by subject."""

from annotate.evaluation.api import enrichments, reasoning, results, studies, text_reports, texts

urlpatterns = [
    *texts.urlpatterns,
    *studies.urlpatterns,
    *results.urlpatterns,
    *text_reports.urlpatterns,
    *enrichments.urlpatterns,
    *reasoning.urlpatterns,
]
