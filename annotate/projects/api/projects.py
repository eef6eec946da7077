"""Recipes, projects and their audit trail."""

from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import CursorPage
from annotate.people.models import User
from annotate.projects import access, recipes, selectors, services
from annotate.projects.belonging import Origin, origins
from annotate.projects.counts import counts
from annotate.projects.models import AuditEvent, Membership, Project, Role
from annotate.projects.serializers import (
    AuditEventSerializer,
    ProjectChangesSerializer,
    ProjectRequestSerializer,
    ProjectSerializer,
    RecipeSerializer,
)


class RecipesApi(APIView):
    @extend_schema(operation_id="recipesList", responses=RecipeSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(RecipeSerializer(recipes.all(), many=True).data)


def project_json(
    project: Project,
    role: str | None,
    numbers: dict[str, int],
    origin: Origin | None = None,
) -> dict[str, Any]:
    """Return the JSON of a project as somebody in `role` sees it."""
    shown = {
        "id": project.pk,
        "name": project.name,
        "description": project.description,
        "state": project.state,
        "role": role,
        "recipe": project.recipe if role == Role.LEAD else None,
        "counts": numbers,
        "study": origin,
        "created_at": project.created_at,
    }
    return dict(ProjectSerializer(shown).data)


def one_project(project: Project, role: str | None, user: User) -> dict[str, Any]:
    """Return the JSON of one project with its numbers."""
    origin = origins(user, [project.pk]).get(project.pk)
    return project_json(project, role, counts([project.pk])[project.pk], origin)


class ProjectsApi(APIView):
    @extend_schema(operation_id="projectsList", responses=ProjectSerializer(many=True))
    def get(self, request: Request) -> Response:
        user = cast(User, request.user)
        roles = dict(Membership.objects.filter(user=user).values_list("project_id", "role"))
        projects = list(access.visible_projects(user))
        ids = [project.pk for project in projects]
        numbers, known = counts(ids), origins(user, ids)
        return Response(
            [
                project_json(
                    project,
                    Role.LEAD if user.is_admin else roles[project.pk],
                    numbers[project.pk],
                    known.get(project.pk),
                )
                for project in projects
            ]
        )

    @extend_schema(
        operation_id="projectsCreate",
        request=ProjectRequestSerializer,
        responses={201: ProjectSerializer},
    )
    def post(self, request: Request) -> Response:
        if not cast(User, request.user).is_maker:
            raise errors.Forbidden(
                "You may not set up projects.", remedy="Ask an admin to allow it in your account."
            )
        sent = ProjectRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        if recipes.is_made_by_study(values["recipe"]):
            raise errors.Invalid.field(
                "recipe",
                "made_by_study",
                "Projects of this recipe are made by a study.",
                remedy="Open the project whose texts are to be judged and start a study there.",
            )
        project = services.create_project(
            name=values["name"],
            description=values["description"],
            recipe_name=values["recipe"],
            changes=values.get("settings", {}),
            creator=cast(User, request.user),
        )
        return Response(one_project(project, Role.LEAD, cast(User, request.user)), status=201)


class ProjectApi(APIView):
    @extend_schema(operation_id="projectsRead", responses=ProjectSerializer)
    def get(self, request: Request, project_id: int) -> Response:
        found = access.member(request.user, project_id)
        return Response(one_project(found.project, found.role, found.user))

    @extend_schema(
        operation_id="projectsUpdate",
        request=ProjectChangesSerializer,
        responses=ProjectSerializer,
    )
    def patch(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = ProjectChangesSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        project = services.update_project(
            project=found.project, actor=found.user, changes=sent.validated_data
        )
        return Response(one_project(project, found.role, found.user))


class AuditApi(ListAPIView[AuditEvent]):
    serializer_class = AuditEventSerializer
    pagination_class = CursorPage

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return AuditEvent.objects.none()
        return selectors.audit_trail(
            access.lead(self.request.user, self.kwargs["project_id"]).project
        )

    @extend_schema(operation_id="auditList")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


urlpatterns = [
    path("recipes", RecipesApi.as_view()),
    path("projects", ProjectsApi.as_view()),
    path("projects/<int:project_id>", ProjectApi.as_view()),
    path("projects/<int:project_id>/audit", AuditApi.as_view()),
]
