"""The guidelines of a project and their versions."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.projects import access, schemas, selectors, services
from annotate.projects.access import Access


class GuidelinesApi(APIView):
    @operation("guidelinesRead", allow=access.member)
    def get(self, granted: Access) -> schemas.Guidelines:
        versions = list(selectors.guidelines(granted.project))
        read = granted.membership.guidelines_read if granted.membership else 0
        return schemas.Guidelines(
            current=schemas.Guideline.of(versions[0]) if versions else None,
            versions=[schemas.GuidelineVersion.of(version) for version in versions],
            unread=bool(versions) and read < versions[0].version,
        )

    @operation("guidelinesCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewGuideline) -> schemas.Guideline:
        guideline = services.add_guideline(
            project=granted.project, actor=granted.user, body=body.body
        )
        return schemas.Guideline.of(guideline)


class GuidelineApi(APIView):
    @operation("guidelinesVersionRead", allow=access.member)
    def get(self, granted: Access, version: int) -> schemas.Guideline:
        return schemas.Guideline.of(selectors.guideline(granted.project, version))


class GuidelinesReadApi(APIView):
    @operation("guidelinesMarkRead", allow=access.member)
    def post(self, granted: Access) -> None:
        newest = selectors.guidelines(granted.project).first()
        if granted.membership is not None and newest is not None:
            services.read_guidelines(membership=granted.membership, version=newest.version)


urlpatterns = [
    path("projects/<int:project_id>/guidelines", GuidelinesApi.as_view()),
    path("projects/<int:project_id>/guidelines/read", GuidelinesReadApi.as_view()),
    path("projects/<int:project_id>/guidelines/<int:version>", GuidelineApi.as_view()),
]
