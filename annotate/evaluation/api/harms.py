"""Measurements of harms over HTTP, for leads alone: they name people's groups and their words."""

from typing import cast

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.http import as_attachment
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.evaluation.models import HarmCase, HarmRun
from annotate.evaluation.schemas import harm_cases, harm_versions
from annotate.evaluation.schemas import harms as schemas
from annotate.evaluation.selectors import harm_cases as known_cases
from annotate.evaluation.selectors import harms as selectors
from annotate.evaluation.selectors.harm_export import exported
from annotate.evaluation.selectors.harm_versions import by_version
from annotate.evaluation.services import harm_acts as acts
from annotate.evaluation.services import harms as services
from annotate.images.responses import AnyAccept
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.access import Access


def led_run(user: User, harm_run_id: int) -> HarmRun:
    """A run of a project that the person leads."""
    run = selectors.one_run(harm_run_id)
    access.lead(user, run.project_id)
    return run


def led_case(user: User, harm_case_id: int) -> HarmCase:
    """A case of a project that the person leads."""
    case = known_cases.one_case(harm_case_id)
    access.lead(user, case.run.project_id)
    return case


class HarmStagesApi(APIView):
    @operation("harmStages", allow=access.lead)
    def get(self, granted: Access) -> schemas.HarmStages:
        """The stages of measurement, whether they are there, and what each pairing can show."""
        return selectors.told_stages(granted.project)


class HarmVersionsApi(APIView):
    @operation("harmVersions", allow=access.lead)
    def get(self, granted: Access) -> harm_versions.HarmVersions:
        """By version of a model: cases found, read and acted on in the latest measurements."""
        return by_version(granted.project)


class HarmRunsApi(APIView):
    @operation("harmRunsList", allow=access.lead)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[schemas.HarmRun]:
        return paginate_together(request, selectors.runs(granted.project), selectors.described_runs)

    @operation("harmRunsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewHarmRun) -> schemas.HarmRun:
        """Measure a stage in the background; its job can be cancelled and retried."""
        run = services.start(project=granted.project, actor=granted.user, **body.model_dump())
        return selectors.described(selectors.one_run(run.pk))


class HarmRunApi(APIView):
    @operation("harmRunsRead", allow=led_run)
    def get(self, granted: HarmRun) -> schemas.HarmRun:
        """Figures as measured, and the same without the cases that readers dismissed."""
        return selectors.described(granted)

    @operation("harmRunsDelete", allow=led_run)
    def delete(self, request: Request, granted: HarmRun) -> None:
        """Delete a measurement with its cases and what was found of them."""
        services.delete(run=granted, actor=cast(User, request.user))


class HarmCasesApi(APIView):
    @operation("harmCasesList", allow=led_run)
    def get(
        self, request: Request, granted: HarmRun, query: harm_cases.HarmCasesQuery
    ) -> harm_cases.HarmCasesPage:
        """Cases to be read, in the order in which they were found."""
        page = paginate_together(
            request,
            known_cases.cases(granted, query),
            known_cases.described_cases,
            ordering="id",
        )
        return known_cases.placed(page, granted, query)


class HarmCaseApi(APIView):
    @operation("harmCasesDecide", allow=led_case)
    def put(
        self, request: Request, granted: HarmCase, body: harm_cases.HarmVerdict
    ) -> harm_cases.HarmCase:
        """Note what a reader finds; every verdict but `genuine` dismisses the case."""
        services.decide(case=granted, actor=cast(User, request.user), **body.model_dump())
        return known_cases.described_cases([granted])[0]


class HarmActApi(APIView):
    @operation("harmCasesAct", allow=led_case, status=201)
    def post(
        self, request: Request, granted: HarmCase, body: harm_cases.NewHarmAct
    ) -> harm_cases.HarmCase:
        """Send the answer to review, have it done again, or leave the image out of training."""
        acts.act(case=granted, actor=cast(User, request.user), **body.model_dump())
        case = known_cases.one_case(granted.pk)
        return known_cases.described_cases([case])[0]


class HarmExportApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "harmRunsExport",
        allow=led_run,
        responses={(200, "application/x-ndjson"): OpenApiTypes.STR},
    )
    def get(self, granted: HarmRun) -> HttpResponseBase:
        """The run with its figures and what they rest on, then every case: JSON lines."""
        answer = StreamingHttpResponse(exported(granted), content_type="application/x-ndjson")
        return as_attachment(answer, f"harms-{granted.pk}.jsonl")


_PROJECT = "projects/<int:project_id>"
_RUN = "harm-runs/<int:harm_run_id>"
_CASE = "harm-cases/<int:harm_case_id>"

urlpatterns = [
    path(f"{_PROJECT}/harms/stages", HarmStagesApi.as_view()),
    path(f"{_PROJECT}/harms/versions", HarmVersionsApi.as_view()),
    path(f"{_PROJECT}/harm-runs", HarmRunsApi.as_view()),
    path(_RUN, HarmRunApi.as_view()),
    path(f"{_RUN}/cases", HarmCasesApi.as_view()),
    path(f"{_RUN}/export", HarmExportApi.as_view()),
    path(_CASE, HarmCaseApi.as_view()),
    path(f"{_CASE}/act", HarmActApi.as_view()),
]
