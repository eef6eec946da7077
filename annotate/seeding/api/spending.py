"""The budget of a project for models over HTTP."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.projects import access
from annotate.projects.access import Access
from annotate.seeding.selectors.spending import shown_budget
from annotate.seeding.services import limits
from annotate.seeding.spending_schemas import ProjectBudget, ProjectBudgetChanges


class BudgetApi(APIView):
    @operation("budgetRead", allow=access.reader)
    def get(self, granted: Access) -> ProjectBudget:
        return shown_budget(granted.project)

    @operation("budgetChange", allow=access.lead)
    def put(self, granted: Access, body: ProjectBudgetChanges) -> ProjectBudget:
        limits.change_budget(
            project=granted.project,
            actor=granted.user,
            most_cost=body.most_cost,
            most_tokens=body.most_tokens,
        )
        return shown_budget(granted.project)


urlpatterns = [path("projects/<int:project_id>/budget", BudgetApi.as_view())]
