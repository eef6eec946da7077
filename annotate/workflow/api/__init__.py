"""Work, samples and what is said about them, over HTTP."""

from annotate.workflow.api import comments, work

urlpatterns = [*work.urlpatterns, *comments.urlpatterns]
