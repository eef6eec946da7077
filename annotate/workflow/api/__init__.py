from annotate.workflow.api import batches, history, hits, labels, samples, work

urlpatterns = [
    *work.urlpatterns,
    *history.urlpatterns,
    *hits.urlpatterns,
    *labels.urlpatterns,
    *samples.urlpatterns,
    *batches.urlpatterns,
]
