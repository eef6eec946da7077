"""Texts from elsewhere, studies, results, reports and enrichments over HTTP, by subject."""

from annotate.evaluation.api import (
    enrichments,
    groups,
    harms,
    mentions,
    question_files,
    reasoning,
    results,
    second_readings,
    studies,
    text_reports,
    texts,
)

urlpatterns = [
    *texts.urlpatterns,
    *studies.urlpatterns,
    *results.urlpatterns,
    *text_reports.urlpatterns,
    *question_files.urlpatterns,
    *enrichments.urlpatterns,
    *reasoning.urlpatterns,
    *groups.urlpatterns,
    *harms.urlpatterns,
    *mentions.urlpatterns,
    *second_readings.urlpatterns,
]
