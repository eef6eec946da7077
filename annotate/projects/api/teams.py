"""Teams: people who share a skill or a language, by which stages choose whom they ask."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.projects import access, selectors, team_schemas
from annotate.projects.access import Access
from annotate.projects.services import teams


class TeamsApi(APIView):
    @operation("teamsList", allow=access.reader)
    def get(self, granted: Access) -> list[team_schemas.Team]:
        return selectors.teams(granted.project)

    @operation("teamsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: team_schemas.NewTeam) -> team_schemas.Team:
        made = teams.make_team(
            project=granted.project,
            actor=granted.user,
            name=body.name,
            basis=body.basis,
            language=body.language,
        )
        return selectors.team_told(made)


class TeamApi(APIView):
    @operation("teamsUpdate", allow=access.lead)
    def patch(
        self, granted: Access, team_id: int, body: team_schemas.TeamChanges
    ) -> team_schemas.Team:
        changed = teams.change_team(
            team=selectors.team(granted.project, team_id),
            actor=granted.user,
            changes=body.model_dump(mode="json", exclude_unset=True),
        )
        return selectors.team_told(changed)

    @operation("teamsDelete", allow=access.lead)
    def delete(self, granted: Access, team_id: int) -> None:
        teams.delete_team(team=selectors.team(granted.project, team_id), actor=granted.user)


class TeamPeopleApi(APIView):
    @operation("teamsPeople", allow=access.lead)
    def post(
        self, granted: Access, team_id: int, body: team_schemas.TeamPeople
    ) -> team_schemas.Team:
        """Put members into a team and take others out, all at once."""
        team = selectors.team(granted.project, team_id)
        teams.change_people(team=team, actor=granted.user, into=body.into, out=body.out)
        return selectors.team_told(team)


_ALL = "projects/<int:project_id>/teams"
urlpatterns = [
    path(_ALL, TeamsApi.as_view()),
    path(f"{_ALL}/<int:team_id>", TeamApi.as_view()),
    path(f"{_ALL}/<int:team_id>/people", TeamPeopleApi.as_view()),
]
