"""Ask a model version about the rows of a run, a few at a time and within its limits."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, ClassVar, Generic, Self, TypeVar

from django.db import transaction
from django.db.models import Max, Q, QuerySet, Sum

from annotate.backends import BackendError, Captioner, CaptionRequest, Usage, runs
from annotate.backends.base import LimitReached
from annotate.backends.runs import CaptionRun
from annotate.backends.traces import clean, storable
from annotate.core import clock, errors, logs
from annotate.evaluation.models import EnrichedImage, Enrichment, ReadText, SecondReading
from annotate.images.models import Image
from annotate.messages import Message
from annotate.seeding.seeds import Picture
from annotate.seeding.selectors.connections import backend_of, configured
from annotate.seeding.services import limits
from annotate.seeding.services.chunks import MAX_PIXELS, opened
from annotate.seeding.spending_models import Purpose
from annotate.workflow.models import Sample

log = logs.get(__name__)

# So many failures in a row: whatever is wrong is not wrong with single images.
MOST_FAILURES = 20
State = EnrichedImage.State
RunT = TypeVar("RunT", Enrichment, SecondReading)
RowT = TypeVar("RowT", EnrichedImage, ReadText)


@dataclass
class Asking(ABC, Generic[RunT, RowT]):
    """A version at work on a run, and how much of the limits is used up.

    `ended` rows were asked about, or could not be; `dearest` is the highest cost of one answer.
    """

    # What the costs are counted as.
    purpose: ClassVar[Purpose]

    run: RunT
    captioner: Captioner
    label: str
    total: int
    ended: int
    cost: float
    dearest: float
    failures: list[Message] = field(default_factory=list)

    @staticmethod
    @abstractmethod
    def rows(run: RunT) -> QuerySet[RowT]:
        """All rows of the run."""

    @abstractmethod
    def request(self, row: RowT, picture: Picture) -> CaptionRequest:
        """What the version is asked about a row."""

    @abstractmethod
    def answered(self, row: RowT, answer: CaptionRun, told: dict[str, Any]) -> None:
        """Keep what was answered, by `end_row` or `fail`."""

    def gone(self) -> Q:
        """Rows that are not asked about any more, because of what became of their images."""
        samples = Sample.objects.filter(project=self.run.project, state=Sample.State.WITHDRAWN)
        return Q(image__in=samples.values("image")) | Q(image=None)

    @classmethod
    def of(cls, run: RunT) -> Self:
        """Raises AppError where the version cannot be used any more."""
        ready = configured(run.version, cls.purpose)
        captioner = backend_of(run.version.connection).captioner(ready)
        rows = cls.rows(run).exclude(state=State.WITHDRAWN)
        spent = rows.aggregate(dearest=Max("cost", default=0.0), cost=Sum("cost", default=0.0))
        ended, number = rows.exclude(state=State.PENDING).count(), rows.count()
        total = min(number, run.most_samples or number)
        return cls(run, captioner, ready.label, total, ended, **spent)

    def _limit(self) -> Enrichment.End | None:
        """The limit that is reached, if one is."""
        wish = self.run
        if wish.most_samples is not None and self.ended >= wish.most_samples:
            return Enrichment.End.SAMPLES
        if wish.most_cost is not None and self.cost >= wish.most_cost:
            return Enrichment.End.COST
        return None

    def end(self) -> str:
        """Why it is over: a limit only where something is left."""
        limit = self._limit()
        return limit if limit and self._pending().exists() else Enrichment.End.DONE

    def next(self) -> list[RowT]:
        """The next rows: as many as are best asked about at once, fit memory and the limits."""
        self._pending().filter(self.gone()).update(state=State.WITHDRAWN)
        if self._limit():
            return []
        pending = self._pending().select_related("image").order_by("position")
        rows = list(pending[: self._at_once()])
        pixels = accumulate(_pixels(row.image) for row in rows)
        fitting = sum(1 for so_far in pixels if so_far <= MAX_PIXELS)
        return rows[: max(1, fitting)]  # a large image comes alone

    def _pending(self) -> QuerySet[RowT]:
        return self.rows(self.run).filter(state=State.PENDING)

    def _at_once(self) -> int:
        most = max(1, self.captioner.batch)
        if self.run.most_samples is not None:
            most = min(most, self.run.most_samples - self.ended)
        if self.run.most_cost is not None:
            # One answer shows what one costs; from then on as many as surely fit.
            left = self.run.most_cost - self.cost
            most = min(most, int(left / self.dearest)) if self.dearest else 1
        return max(1, most)

    def ask(self, some: Sequence[RowT]) -> None:
        """Ask about some rows and keep what is answered.

        Raises:
            Conflict: so many failed in a row that asking on is of no use.
            StoppedByLimit: one more may cost too much; what was not asked waits.
        """
        asked = [(row, picture) for row in some if (picture := self._opened(row)) is not None]
        keys = [row.pk for row, _ in asked]
        # Before the version hears of them: whatever happens now, they are not asked about again.
        self._pending().filter(pk__in=keys).update(state=State.ASKED, asked_at=clock.now())
        requests = [self.request(row, picture) for row, picture in asked]
        answers = runs.caption_many(self.captioner, requests)
        reached = next((each for each in answers if isinstance(each, LimitReached)), None)
        with transaction.atomic():
            for (row, _), answer in zip(asked, answers, strict=True):
                if isinstance(answer, LimitReached):
                    self._put_back(row)
                else:
                    self._keep(row, answer)
        if reached is not None:
            raise limits.stopped(reached, done=self.ended, total=self.total)
        if len(self.failures) >= MOST_FAILURES:
            told = Message("enriching_fails", count=len(self.failures), problem=self.failures[-1])
            raise errors.Conflict(told, code="enriching_fails")

    def _opened(self, row: RowT) -> Picture | None:
        try:
            return opened(row.image) if row.image else None
        except Exception as unexpected:
            log.exception("An image could not be opened", image=row.image_id)
            self.fail(row, Message("image_not_opened", fault=type(unexpected).__name__))
            return None

    def _keep(self, row: RowT, answer: CaptionRun | BackendError) -> None:
        if isinstance(answer, BackendError):
            self.fail(row, answer.entry)
            return
        usage = answer.provenance.usage or Usage()
        self.cost += usage.cost
        self.dearest = max(self.dearest, usage.cost)
        told = {
            **usage.model_dump(),
            "provenance": storable(answer.provenance, model=self.label),
            "seconds": answer.provenance.latency_seconds,
        }
        self.answered(row, answer, told)

    def _put_back(self, row: RowT) -> None:
        """The version has not heard of it."""
        asked = self.rows(self.run).filter(pk=row.pk, state=State.ASKED)
        asked.update(state=State.PENDING, asked_at=None)

    def fail(self, row: RowT, problem: Message, **told: Any) -> None:
        self.failures.append(problem)
        self.end_row(row, state=State.FAILED, problem=clean(problem.to_json()), **told)

    def end_row(self, row: RowT, **told: Any) -> bool:
        """Write down what became of a row; of two that did the same the first counts."""
        self.ended += 1
        ended = (State.ANSWERED, State.FAILED)
        ours = self.rows(self.run).filter(pk=row.pk).exclude(state__in=ended)
        return bool(ours.update(**told))


def _pixels(image: Image | None) -> int:
    return image.width * image.height if image else 0
