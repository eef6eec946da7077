"""Recipes, projects, their guidelines and their audit trail."""

from typing import cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects import access, recipes, schemas, selectors, services
from annotate.projects.access import Access
from annotate.projects.hooks import Origin, counts, origins
from annotate.projects.models import Membership, Project, Role


class RecipesApi(APIView):
    @operation("recipesList")
    def get(self) -> list[recipes.Recipe]:
        return list(recipes.all())


def _described(
    project: Project, role: str, numbers: dict[str, int], origin: Origin | None
) -> schemas.Project:
    """A project as somebody in `role` sees it."""
    return schemas.Project(
        id=project.pk,
        name=project.name,
        description=project.description,
        state=Project.State(project.state),
        role=Role(role),
        guidelines_required=project.guidelines_required,
        annotators_comment=project.annotators_comment,
        recipe=project.recipe if role == Role.LEAD else None,
        category_field=project.category_field if role == Role.LEAD else None,
        counts=schemas.ProjectCounts(**numbers),
        study=schemas.ProjectOrigin(**origin) if origin else None,
        created_at=project.created_at,
    )


def _one(project: Project, role: str, user: User) -> schemas.Project:
    origin = origins(user, [project.pk]).get(project.pk)
    return _described(project, role, counts([project.pk])[project.pk], origin)


def maker(user: User) -> User:
    """Somebody who may set up projects; raises Forbidden where an admin has not allowed it."""
    if not user.is_maker:
        raise errors.Forbidden(Message("may_not_create_projects"))
    return user


class ProjectsApi(APIView):
    @operation("projectsList")
    def get(self, request: Request) -> list[schemas.Project]:
        user = cast(User, request.user)
        roles = dict(Membership.objects.filter(user=user).values_list("project_id", "role"))
        projects = list(access.visible_projects(user))
        ids = [project.pk for project in projects]
        numbers, known = counts(ids), origins(user, ids)
        return [
            _described(
                project,
                Role.LEAD if user.is_admin else roles[project.pk],
                numbers[project.pk],
                known.get(project.pk),
            )
            for project in projects
        ]

    @operation("projectsCreate", allow=maker, status=201)
    def post(self, granted: User, body: schemas.NewProject) -> schemas.Project:
        if recipes.is_made_by_study(body.recipe):
            raise errors.Invalid.field("recipe", Message("made_by_study"))
        project = services.create_project(
            name=body.name,
            description=body.description,
            recipe_name=body.recipe,
            changes=body.settings.model_dump(exclude_unset=True),
            creator=granted,
            guidelines_required=body.guidelines_required,
        )
        return _one(project, Role.LEAD, granted)


class ProjectApi(APIView):
    @operation("projectsRead", allow=access.member)
    def get(self, granted: Access) -> schemas.Project:
        return _one(granted.project, granted.role, granted.user)

    @operation("projectsUpdate", allow=access.lead)
    def patch(self, granted: Access, body: schemas.ProjectChanges) -> schemas.Project:
        project = services.update_project(
            project=granted.project,
            actor=granted.user,
            changes=body.model_dump(mode="json", exclude_unset=True),
        )
        return _one(project, granted.role, granted.user)


class GuidelinesApi(APIView):
    @operation("guidelinesRead", allow=access.unblocked)
    def get(self, granted: Access) -> schemas.Guidelines:
        versions = list(selectors.guidelines(granted.project))
        read = granted.membership.guidelines_read if granted.membership else 0
        return schemas.Guidelines(
            current=schemas.Guideline.of(versions[0]) if versions else None,
            versions=[schemas.GuidelineVersion.of(version) for version in versions],
            unread=bool(versions) and read < versions[0].version,
            required=granted.project.guidelines_required,
        )

    @operation("guidelinesCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewGuideline) -> schemas.Guideline:
        guideline = services.add_guideline(
            project=granted.project, actor=granted.user, body=body.body
        )
        return schemas.Guideline.of(guideline)


class GuidelineApi(APIView):
    @operation("guidelinesVersionRead", allow=access.unblocked)
    def get(self, granted: Access, version: int) -> schemas.Guideline:
        return schemas.Guideline.of(selectors.guideline(granted.project, version))


class GuidelinesReadApi(APIView):
    @operation("guidelinesMarkRead", allow=access.unblocked)
    def post(self, granted: Access, body: schemas.GuidelinesRead) -> None:
        version = body.version or granted.project.guidelines_version
        if granted.membership is not None and version:
            read = selectors.guideline(granted.project, version).version
            services.read_guidelines(membership=granted.membership, version=read)


_ONE = "projects/<int:project_id>"
urlpatterns = [
    path("recipes", RecipesApi.as_view()),
    path("projects", ProjectsApi.as_view()),
    path(_ONE, ProjectApi.as_view()),
    path(f"{_ONE}/guidelines", GuidelinesApi.as_view()),
    path(f"{_ONE}/guidelines/read", GuidelinesReadApi.as_view()),
    path(f"{_ONE}/guidelines/<int:version>", GuidelineApi.as_view()),
]
