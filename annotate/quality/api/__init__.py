"""What leads see and decide about the quality of answers, and what annotators hear of it."""

from annotate.quality.api import acts, checks, gold, notices, review, sample_acts, shares

_PARTS = (acts, checks, review, notices, gold, shares, sample_acts)
urlpatterns = [pattern for part in _PARTS for pattern in part.urlpatterns]
