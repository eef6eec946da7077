"""What leads and reviewers see of a project as a whole, over HTTP."""

from annotate.dashboards.api import annotators, installation, jobs, overview, reports

urlpatterns = [
    *overview.urlpatterns,
    *annotators.urlpatterns,
    *jobs.urlpatterns,
    *reports.urlpatterns,
    *installation.urlpatterns,
]
