"""What leads see and decide about the quality of answers, and what annotators hear of it."""

from annotate.quality.api import (
    blocks,
    checks,
    feedback,
    gold,
    qualification,
    review,
    spelling,
)

urlpatterns = [
    *checks.urlpatterns,
    *review.urlpatterns,
    *feedback.urlpatterns,
    *blocks.urlpatterns,
    *spelling.urlpatterns,
    *gold.urlpatterns,
    *qualification.urlpatterns,
]
