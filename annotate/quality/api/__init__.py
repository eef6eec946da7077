"""What leads see and decide about the quality of answers, and what annotators hear of it."""

from annotate.quality.api import checks, gold, review, spelling

urlpatterns = [
    *checks.urlpatterns,
    *review.urlpatterns,
    *spelling.urlpatterns,
    *gold.urlpatterns,
]
