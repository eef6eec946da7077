"""What leads and reviewers see of a project as a whole, over HTTP."""

from annotate.dashboards.api import annotators, jobs, overview, reports, rounds, stages

urlpatterns = [
    *overview.urlpatterns,
    *rounds.urlpatterns,
    *annotators.urlpatterns,
    *stages.urlpatterns,
    *jobs.urlpatterns,
    *reports.urlpatterns,
]
