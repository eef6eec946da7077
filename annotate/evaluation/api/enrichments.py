"""Enrichments over HTTP: readers look and download, leads begin, stop and go on."""

from django.http import StreamingHttpResponse
from django.urls import path
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.http import as_attachment
from annotate.core.keyset import page_by
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.evaluation.enriched_lines import lines
from annotate.evaluation.models import Enrichment
from annotate.evaluation.schemas import enrichments as schemas
from annotate.evaluation.selectors import enrichments as selectors
from annotate.evaluation.services import enrichments as services
from annotate.evaluation.services.enrichment_wishes import Wish
from annotate.images.responses import AnyAccept
from annotate.projects import access
from annotate.projects.access import Access
from annotate.seeding.services import connections

_LINES = "application/jsonl"


def _told(granted: Access, enrichment_id: int) -> schemas.EnrichmentDetail:
    return selectors.described_one(selectors.one_enrichment(granted.project, enrichment_id))


def _enrichment(granted: Access, enrichment_id: int) -> Enrichment:
    return selectors.one_enrichment(granted.project, enrichment_id)


class EnrichmentsApi(APIView):
    @operation("enrichmentsList", allow=access.reader)
    def get(self, request: Request, granted: Access, query: PageQuery) -> Page[schemas.Enrichment]:
        """The newest first."""
        rows = selectors.enrichments(granted.project)
        return paginate_together(request, rows, selectors.described)

    @operation("enrichmentsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewEnrichment) -> schemas.EnrichmentDetail:
        """Have a model version rewrite captions; the job says how far it is."""
        wish = Wish(**{**dict(body), "source": body.source.model_dump()})
        begun = services.start(project=granted.project, actor=granted.user, wish=wish)
        return _told(granted, begun.pk)


class EnrichmentChoicesApi(APIView):
    @operation("enrichmentsChoices", allow=access.reader)
    def get(self, granted: Access) -> schemas.EnrichmentChoices:
        """The captions and model versions there are, and the usual question."""
        connections.ensure_built_in(granted.project)
        return selectors.choices(granted.project)


class EnrichmentApi(APIView):
    @operation("enrichmentsRead", allow=access.reader)
    def get(self, granted: Access, enrichment_id: int) -> schemas.EnrichmentDetail:
        return _told(granted, enrichment_id)


class EnrichmentStopApi(APIView):
    @operation("enrichmentsStop", allow=access.lead)
    def post(self, granted: Access, enrichment_id: int) -> schemas.EnrichmentDetail:
        """Ask about no further image; all answers so far are kept."""
        enrichment = _enrichment(granted, enrichment_id)
        services.stop(enrichment=enrichment, actor=granted.user)
        return _told(granted, enrichment_id)


class EnrichmentContinueApi(APIView):
    @operation("enrichmentsContinue", allow=access.lead)
    def post(
        self, granted: Access, enrichment_id: int, body: schemas.FurtherEnrichment
    ) -> schemas.EnrichmentDetail:
        """Ask about the images that are left, within new limits of all runs together."""
        enrichment = _enrichment(granted, enrichment_id)
        further = services.Further(**dict(body))
        services.go_on(enrichment=enrichment, actor=granted.user, further=further)
        return _told(granted, enrichment_id)


class EnrichedPairsApi(APIView):
    @operation("enrichmentsPairs", allow=access.reader)
    def get(
        self, granted: Access, enrichment_id: int, query: PageQuery
    ) -> Page[schemas.EnrichedPair]:
        """Captions and descriptions image by image, in the order that was drawn."""
        rows = selectors.pairs(_enrichment(granted, enrichment_id))
        page = page_by(rows, query, column="position", key="id", largest_first=False)
        shown = selectors.described_pairs(page.rows)
        return Page(next=page.next, previous=page.previous, results=shown)


class EnrichedPairsFileApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "enrichmentsDownload", allow=access.reader, responses={(200, _LINES): OpenApiTypes.STR}
    )
    def get(self, granted: Access, enrichment_id: int) -> StreamingHttpResponse:
        """All pairs as JSON lines, each with its provenance."""
        enrichment = _enrichment(granted, enrichment_id)
        services.note_download(enrichment=enrichment, actor=granted.user)
        name = slugify(enrichment.name) or f"enrichment-{enrichment.pk}"
        answer = StreamingHttpResponse(lines(enrichment), content_type=_LINES)
        return as_attachment(answer, f"{name}.jsonl")


_ALL = "projects/<int:project_id>/enrichments"
_ONE = f"{_ALL}/<int:enrichment_id>"

urlpatterns = [
    path(_ALL, EnrichmentsApi.as_view()),
    path(f"{_ALL}/choices", EnrichmentChoicesApi.as_view()),
    path(_ONE, EnrichmentApi.as_view()),
    path(f"{_ONE}/stop", EnrichmentStopApi.as_view()),
    path(f"{_ONE}/continue", EnrichmentContinueApi.as_view()),
    path(f"{_ONE}/pairs", EnrichedPairsApi.as_view()),
    path(f"{_ONE}/pairs.jsonl", EnrichedPairsFileApi.as_view()),
]
