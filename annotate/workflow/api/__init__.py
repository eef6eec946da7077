from annotate.workflow.api import batches, hits, samples, work

urlpatterns = [
    *work.urlpatterns,
    *hits.urlpatterns,
    *samples.urlpatterns,
    *batches.urlpatterns,
]
