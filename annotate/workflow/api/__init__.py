from annotate.workflow.api import samples, work

urlpatterns = [*work.urlpatterns, *samples.urlpatterns]
