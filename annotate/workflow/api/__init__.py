from annotate.workflow.api import batches, hits, labels, samples, work

urlpatterns = [
    *work.urlpatterns,
    *hits.urlpatterns,
    *labels.urlpatterns,
    *samples.urlpatterns,
    *batches.urlpatterns,
]
