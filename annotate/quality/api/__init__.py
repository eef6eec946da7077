"""What leads see and decide about the quality of answers, and what annotators hear of it."""

from annotate.quality.api import checks, gold, notices, review, shares

urlpatterns = [
    *checks.urlpatterns,
    *review.urlpatterns,
    *notices.urlpatterns,
    *gold.urlpatterns,
    *shares.urlpatterns,
]
