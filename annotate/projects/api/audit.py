"""Audit trails: of a project for its leads, of the whole installation for admins."""

from django.http import StreamingHttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import clock, errors
from annotate.core.http import as_attachment
from annotate.core.negotiation import AnyAccept
from annotate.core.operations import operation, paginate
from annotate.core.schemas import Page
from annotate.messages import Message
from annotate.people.access import admin
from annotate.people.models import User
from annotate.projects import access, audit_files, schemas, selectors, services
from annotate.projects.access import Access
from annotate.projects.models import Project

_FILE = {(200, "text/csv"): OpenApiTypes.STR, (200, "application/x-ndjson"): OpenApiTypes.STR}


class AuditApi(APIView):
    @operation("auditList", allow=access.lead)
    def get(
        self, request: Request, granted: Access, query: schemas.AuditQuery
    ) -> Page[schemas.AuditEvent]:
        rows = selectors.audit_trail(granted.project, filters=query)
        return paginate(request, rows, schemas.AuditEvent.of)


class AuditVerbsApi(APIView):
    @operation("auditVerbsList", allow=access.lead)
    def get(self, granted: Access) -> list[str]:
        return selectors.audit_verbs(granted.project)


class AuditFileApi(APIView):
    content_negotiation_class = AnyAccept

    @operation("auditFile", allow=access.lead, responses=_FILE)
    def get(self, granted: Access, query: schemas.AuditFileQuery) -> StreamingHttpResponse:
        return _file(granted.project, granted.user, query, query.kind)


class InstallationAuditApi(APIView):
    @operation("installationAuditList", allow=admin)
    def get(
        self, request: Request, granted: User, query: schemas.InstallationAuditQuery
    ) -> Page[schemas.AuditEvent]:
        rows = selectors.audit_trail(_chosen(query.project), filters=query)
        return paginate(request, rows, schemas.AuditEvent.of)


class InstallationAuditVerbsApi(APIView):
    @operation("installationAuditVerbsList", allow=admin)
    def get(self, granted: User) -> list[str]:
        return selectors.audit_verbs()


class InstallationAuditFileApi(APIView):
    content_negotiation_class = AnyAccept

    @operation("installationAuditFile", allow=admin, responses=_FILE)
    def get(
        self, granted: User, query: schemas.InstallationAuditFileQuery
    ) -> StreamingHttpResponse:
        return _file(_chosen(query.project), granted, query, query.kind)


def _chosen(project_id: int | None) -> Project | None:
    """The project to which an admin narrows the trail.

    Raises:
        Invalid: there is none of this number.
    """
    if project_id is None:
        return None
    project = Project.objects.filter(pk=project_id).first()
    if project is None:
        raise errors.Invalid.field("project", Message("audit_of_unknown_project"))
    return project


def _file(
    project: Project | None, actor: User, filters: schemas.AuditFilters, kind: str
) -> StreamingHttpResponse:
    """The chosen entries as a file; that it was taken is an entry of its own, and not in it."""
    at = clock.now()
    rows = selectors.audit_trail(project, filters=filters).filter(at__lt=at)
    asked = filters.model_dump(mode="json", exclude_defaults=True, exclude={"kind"})
    services.audit(
        project=project, actor=actor, verb="audit.downloaded", target=kind, filters=asked
    )
    lines, content_type = audit_files.written(rows, kind)
    name = f"audit-{project.pk if project else 'installation'}-{at:%Y-%m-%d}.{kind}"
    return as_attachment(StreamingHttpResponse(lines, content_type=content_type), name)


_ONE = "projects/<int:project_id>/audit"
urlpatterns = [
    path(_ONE, AuditApi.as_view()),
    path(f"{_ONE}/verbs", AuditVerbsApi.as_view()),
    path(f"{_ONE}/file", AuditFileApi.as_view()),
    path("admin/audit", InstallationAuditApi.as_view()),
    path("admin/audit/verbs", InstallationAuditVerbsApi.as_view()),
    path("admin/audit/file", InstallationAuditFileApi.as_view()),
]
