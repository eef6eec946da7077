"""Work, samples and what is said about them, over HTTP."""

from annotate.workflow.api import comments, everywhere, sample_views, work

urlpatterns = [
    *work.urlpatterns,
    *comments.urlpatterns,
    *sample_views.urlpatterns,
    *everywhere.urlpatterns,
]
