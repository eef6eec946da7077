"""Second readings over HTTP: readers look and download, leads begin, stop and go on.

Nobody who annotates gets any of it: what a model says of an answer is for those who review.
"""

from django.http import StreamingHttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.http import as_attachment
from annotate.core.keyset import page_by
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page, PageQuery
from annotate.evaluation.models import SecondReading
from annotate.evaluation.reading_lines import lines
from annotate.evaluation.schemas import second_reader as schemas
from annotate.evaluation.selectors import reader_precision
from annotate.evaluation.selectors import second_readings as selectors
from annotate.evaluation.services import second_readings as services
from annotate.evaluation.services.enrichments import Further
from annotate.images.responses import AnyAccept
from annotate.projects import access
from annotate.projects.access import Access
from annotate.seeding.services import connections

_LINES = "application/jsonl"


def _reading(granted: Access, second_reading_id: int) -> SecondReading:
    return selectors.one_reading(granted.project, second_reading_id)


def _told(granted: Access, second_reading_id: int) -> schemas.SecondReadingDetail:
    return selectors.described_one(_reading(granted, second_reading_id))


class SecondReadingsApi(APIView):
    @operation("secondReadingsList", allow=access.reader)
    def get(
        self, request: Request, granted: Access, query: PageQuery
    ) -> Page[schemas.SecondReading]:
        """The newest first."""
        rows = selectors.readings(granted.project)
        return paginate_together(request, rows, selectors.described)

    @operation("secondReadingsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: schemas.NewSecondReading) -> schemas.SecondReadingDetail:
        """Have a model version read finished descriptions; the job says how far it is."""
        wish = services.ReadingWish(**{**dict(body), "source": body.source.model_dump()})
        begun = services.start(project=granted.project, actor=granted.user, wish=wish)
        return _told(granted, begun.pk)


class ReadingChoicesApi(APIView):
    @operation("secondReadingsChoices", allow=access.reader)
    def get(self, granted: Access) -> schemas.ReadingChoices:
        """The texts and model versions there are, and what they are asked."""
        connections.ensure_built_in(granted.project)
        return selectors.choices(granted.project)


class ReaderPrecisionApi(APIView):
    @operation("secondReadingsPrecision", allow=access.reader)
    def get(self, granted: Access) -> list[schemas.ReaderPrecision]:
        """How far what each version said agrees with reviewers and with studies."""
        return reader_precision.precision(granted.project)


class ReadAnswerApi(APIView):
    @operation("secondReadingsOfAnswer", allow=access.reader)
    def get(self, granted: Access, annotation_id: int) -> list[schemas.ReadText]:
        """What each version said of one answer, the newest first; empty where none read it."""
        rows = selectors.of_annotation(granted.project, annotation_id)
        return selectors.described_texts(list(rows))


class SecondReadingApi(APIView):
    @operation("secondReadingsRead", allow=access.reader)
    def get(self, granted: Access, second_reading_id: int) -> schemas.SecondReadingDetail:
        return _told(granted, second_reading_id)


class SecondReadingStopApi(APIView):
    @operation("secondReadingsStop", allow=access.lead)
    def post(self, granted: Access, second_reading_id: int) -> schemas.SecondReadingDetail:
        """Ask about no further text; all answers so far are kept."""
        services.stop(reading=_reading(granted, second_reading_id), actor=granted.user)
        return _told(granted, second_reading_id)


class SecondReadingContinueApi(APIView):
    @operation("secondReadingsContinue", allow=access.lead)
    def post(
        self, granted: Access, second_reading_id: int, body: schemas.FurtherReading
    ) -> schemas.SecondReadingDetail:
        """Read the texts that are left, within new limits of all runs together."""
        reading, further = _reading(granted, second_reading_id), Further(**dict(body))
        services.go_on(reading=reading, actor=granted.user, further=further)
        return _told(granted, second_reading_id)


class ReadTextsApi(APIView):
    @operation("secondReadingsTexts", allow=access.reader)
    def get(
        self, granted: Access, second_reading_id: int, query: PageQuery
    ) -> Page[schemas.ReadText]:
        """What was said text by text, in the order that was drawn."""
        reading = _reading(granted, second_reading_id)
        rows = selectors.shown(granted.project).filter(reading=reading)
        page = page_by(rows, query, column="position", key="id", largest_first=False)
        shown = selectors.described_texts(page.rows)
        return Page(next=page.next, previous=page.previous, results=shown)


class ReadTextsFileApi(APIView):
    content_negotiation_class = AnyAccept

    @operation(
        "secondReadingsDownload", allow=access.reader, responses={(200, _LINES): OpenApiTypes.STR}
    )
    def get(self, granted: Access, second_reading_id: int) -> StreamingHttpResponse:
        """All that was said as JSON lines, each with its provenance."""
        reading = _reading(granted, second_reading_id)
        services.note_download(reading=reading, actor=granted.user)
        rows = selectors.shown(granted.project).filter(reading=reading).order_by("position")
        answer = StreamingHttpResponse(lines(rows), content_type=_LINES)
        return as_attachment(answer, f"second-reading-{reading.pk}.jsonl")


_ALL = "projects/<int:project_id>/second-readings"
_ONE = f"{_ALL}/<int:second_reading_id>"

urlpatterns = [
    path(_ALL, SecondReadingsApi.as_view()),
    path(f"{_ALL}/choices", ReadingChoicesApi.as_view()),
    path(f"{_ALL}/precision", ReaderPrecisionApi.as_view()),
    path(f"{_ALL}/answers/<int:annotation_id>", ReadAnswerApi.as_view()),
    path(_ONE, SecondReadingApi.as_view()),
    path(f"{_ONE}/stop", SecondReadingStopApi.as_view()),
    path(f"{_ONE}/continue", SecondReadingContinueApi.as_view()),
    path(f"{_ONE}/texts", ReadTextsApi.as_view()),
    path(f"{_ONE}/texts.jsonl", ReadTextsFileApi.as_view()),
]
