from annotate.workflow.api import hits, samples, work

urlpatterns = [*work.urlpatterns, *hits.urlpatterns, *samples.urlpatterns]
