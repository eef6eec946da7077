"""What leads see and decide about the quality of answers, and what annotators hear of it."""

from annotate.quality.api import (
    agreement,
    batches,
    blocks,
    checks,
    feedback,
    gold,
    practice,
    qualification,
    review,
    spelling,
)

urlpatterns = [
    *checks.urlpatterns,
    *review.urlpatterns,
    *feedback.urlpatterns,
    *blocks.urlpatterns,
    *batches.urlpatterns,
    *agreement.urlpatterns,
    *spelling.urlpatterns,
    *gold.urlpatterns,
    *practice.urlpatterns,
    *qualification.urlpatterns,
]
