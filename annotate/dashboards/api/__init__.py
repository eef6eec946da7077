"""What leads and reviewers see of a project as a whole, over HTTP."""

from annotate.dashboards.api import annotators, home, installation, jobs, overview, reports

urlpatterns = [
    *overview.urlpatterns,
    *annotators.urlpatterns,
    *home.urlpatterns,
    *jobs.urlpatterns,
    *reports.urlpatterns,
    *installation.urlpatterns,
]
